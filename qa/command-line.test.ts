import { describe, expect, it } from "vitest";
import { usage } from "./command-line.ts";

describe("usage", () => {
  it("names each option, what it stands at, and whether it may come again", () => {
    const line = usage("qa:adapters", {
      json: { type: "boolean", default: false },
      rounds: { type: "string", default: "300" },
      only: { type: "string", multiple: true, default: [] },
      lines: { type: "string" },
    });
    expect(line).toBe("usage: pnpm qa:adapters [--json] [--rounds 300] [--only VALUE]... [--lines VALUE]");
  });
});
