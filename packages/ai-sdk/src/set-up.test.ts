import { SkillLoop } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";
import { describe, expect, it } from "vitest";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { skillLoopTelemetry } from "./skill-loop-telemetry.ts";

const opened = () => SkillLoop.open({ store: memoryStore(), scope: { project: "p" }, worker: "manual" });

describe("setting up", () => {
  it.each([
    ["the middleware", skillLoopMiddleware],
    ["the telemetry", skillLoopTelemetry],
  ])("tells a host at once that %s has no open loop", async (_title, make) => {
    const loop = opened();
    expect(() => make({ loop } as never)).toThrow("promise of a loop");
    expect(() => make({} as never)).toThrow("given no loop");
    await (await loop).close();
  });
});
