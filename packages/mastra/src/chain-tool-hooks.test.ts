import type { ToolHooks } from "@mastra/core/tools";
import { describe, expect, it } from "vitest";
import { chainToolHooks } from "./chain-tool-hooks.ts";
import { call, inTurn, openMemory, stage } from "./testing/stage.ts";

const hookCall = { toolName: "bash", input: { command: "ls" }, context: {} };

function recorder(log: unknown[]): Required<ToolHooks> {
  return {
    beforeToolCall: ({ toolName }) => void log.push(`own before ${toolName}`),
    afterToolCall: ({ output, error }) => void log.push(["own after", output, error]),
  };
}

describe("chainToolHooks", () => {
  it("runs both, ours first and last", async () => {
    const log: unknown[] = [];
    const hooks = chainToolHooks(
      {
        beforeToolCall: () => void log.push("host before"),
        afterToolCall: () => void log.push("host after"),
      },
      recorder(log),
    );
    expect(await hooks.beforeToolCall?.(hookCall)).toBeUndefined();
    await hooks.afterToolCall?.({ ...hookCall, output: "a" });
    expect(log).toEqual(["own before bash", "host before", "host after", ["own after", "a", undefined]]);
  });

  it("keeps a host's hooks that are methods of an object with a state", async () => {
    class Counter {
      calls = 0;
      beforeToolCall(): void {
        this.calls += 1;
      }
    }
    const host = new Counter();
    await chainToolHooks(host, recorder([])).beforeToolCall?.(hookCall);
    expect(host.calls).toBe(1);
  });

  it("keeps an answer in the tool's place, and records that answer", async () => {
    const log: unknown[] = [];
    const decision = { proceed: false, output: "not today" } as const;
    const hooks = chainToolHooks({ beforeToolCall: async () => decision }, recorder(log));
    expect(await hooks.beforeToolCall?.(hookCall)).toBe(decision);
    expect(log).toEqual(["own before bash", ["own after", "not today", undefined]]);
  });

  it("throws what a host's hook throws, and records it as what came of the call", async () => {
    const log: unknown[] = [];
    const denied = new Error("denied");
    const audit = new Error("the audit log is full");
    const hooks = chainToolHooks(
      { beforeToolCall: () => Promise.reject(denied), afterToolCall: () => Promise.reject(audit) },
      recorder(log),
    );
    await expect(hooks.beforeToolCall?.(hookCall)).rejects.toBe(denied);
    await expect(hooks.afterToolCall?.({ ...hookCall, output: "a" })).rejects.toBe(audit);
    expect(log).toEqual([
      "own before bash",
      ["own after", undefined, denied],
      ["own after", undefined, audit],
    ]);
  });
});

describe("a host's hooks beside SkillLoop, in a real agent", () => {
  const replies = () => inTurn(call("call_1", "ls"), { text: "Done." });
  const resultOf = (requests: ReturnType<typeof stage>["requests"]) =>
    requests[1]?.messages.find(({ role }) => role === "tool")?.text;

  it.each([
    [
      "a hook that answers for the tool",
      { beforeToolCall: () => ({ proceed: false, output: "not today" }) as const },
    ],
    ["a hook before the call that throws", { beforeToolCall: () => Promise.reject(new Error("denied")) }],
    ["a hook after the call that throws", { afterToolCall: () => Promise.reject(new Error("audit full")) }],
  ] satisfies readonly (readonly [string, ToolHooks])[])("sees no difference: %s", async (_title, hooks) => {
    const { loop, traces } = await openMemory();
    const bare = stage(replies(), undefined, { hooks });
    const observed = stage(replies(), { loop }, { hooks });
    const expected = await bare.agent.generate("List the files");
    const actual = await observed.agent.generate("List the files");
    expect(actual.text).toBe(expected.text);
    expect(resultOf(observed.requests)).toBe(resultOf(bare.requests));
    await observed.parts?.flush();
    const [trace] = await traces();
    const [step] = trace?.steps ?? [];
    const seen = step?.kind === "tool" ? (step.error ?? step.output) : undefined;
    expect(seen).toContain(resultOf(bare.requests));
  });
});
