import { describe, expect, it } from "vitest";
import { toolStepFrom } from "./record-step.ts";

const facts = { turn: 3, callId: "c1" };

describe("toolStepFrom", () => {
  it("makes a step of a call that went well", () => {
    const step = toolStepFrom({ name: "add", input: { a: 1 }, output: { sum: 2 }, durationMs: 4 }, facts);
    expect(step).toEqual({
      kind: "tool",
      tool: "add",
      callId: "c1",
      turn: 3,
      input: { a: 1 },
      outcome: "ok",
      output: '{"sum":2}',
      durationMs: 4,
    });
  });

  it("gives equal outputs equal text, whatever order their keys have", () => {
    const text = (output: unknown) => toolStepFrom({ tool: "t", output }, facts).output;
    expect(text({ b: 1, a: [{ d: 1, c: 2 }] })).toBe(text({ a: [{ c: 2, d: 1 }], b: 1 }));
  });

  it("takes a call without output for one that returned nothing", () => {
    expect(toolStepFrom({ tool: "save", input: null }, facts)).toMatchObject({ outcome: "ok", input: null });
  });

  it("survives values that cannot be serialised", () => {
    const circle: Record<string, unknown> = { big: 10n, call: () => 1, bytes: new Uint8Array(3), at: NaN };
    circle["self"] = circle;
    Object.defineProperty(circle, "hostile", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    const step = toolStepFrom({ tool: "t", input: circle, output: circle, error: circle }, facts);
    expect(step.input).toMatchObject({ big: "10", bytes: "[binary, 3 bytes]", at: null, self: "[circular]" });
    expect(JSON.parse(JSON.stringify(step))).toEqual(step);
    let deep: unknown = "x";
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    expect(JSON.stringify(toolStepFrom({ tool: "t", output: deep }, facts)).length).toBeLessThan(500);
  });

  it("reads what a child process throws", () => {
    const error = Object.assign(new Error("Command failed: git push"), {
      code: 128,
      stdout: "",
      stderr: "fatal: The current branch topic has no upstream branch.",
    });
    const step = toolStepFrom({ name: "bash", input: { cmd: "git push" }, error }, facts);
    expect(step).toMatchObject({ outcome: "tool-error", exitCode: 128 });
    expect(step.error).toBe("fatal: The current branch topic has no upstream branch.\nexit code 128");
  });
});
