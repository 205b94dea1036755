import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../errors.ts";
import { type IntakeFacts, intake } from "./intake.ts";

const facts: IntakeFacts = { scope: { project: "p" }, now: 1_000, environment: { node: "22" } };
const take = (input: unknown, more: Partial<IntakeFacts> = {}) => intake(input, { ...facts, ...more });
const steps = [{ tool: "bash", input: { cmd: "git push" }, error: "fatal: no upstream" }];

function _failure(input: unknown): SkillLoopError {
  try {
    take(input);
  } catch (error) {
    if (SkillLoopError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("the input was taken");
}

describe("the trace id", () => {
  const id = (input: object, more: Partial<IntakeFacts> = {}) =>
    take({ task: "t", steps, ...input }, more).trace.id;

  it("is equal for the same run, whenever and with whatever facts it is handed in", () => {
    expect(id({ runId: "a" })).toMatch(/^t_[0-9a-f]{24}$/);
    expect(id({ runId: "a" }, { now: 5, environment: { node: "24" } })).toBe(id({ runId: "a" }));
    expect(id({ task: "t" })).toBe(
      id({ steps: [{ error: "fatal: no upstream", input: { cmd: "git push" }, tool: "bash" }] }),
    );
  });

  it("differs by scope, by run id and by content", () => {
    const ids = [
      id({}),
      id({ runId: "a" }),
      id({ runId: "b" }),
      id({ task: "u" }),
      id({ reward: 1 }),
      id({}, { scope: { project: "p", user: "u" } }),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("MA1: does not hang on the ids a framework gave its calls", () => {
    const run = (callId: string) => ({
      task: "t",
      messages: [
        { role: "user", content: "x" },
        { role: "assistant", tool_calls: [{ id: callId, function: { name: "a", arguments: "{}" } }] },
        { role: "tool", tool_call_id: callId, content: "ok" },
      ],
    });
    expect(take(run("one")).trace.id).toBe(take(run("two")).trace.id);
  });

  it("stays when a stored trace is handed in again", () => {
    const { trace } = take({ runId: "r", task: "t", steps, reward: 1, metadata: { a: 1 } });
    expect(take(trace).trace).toEqual(trace);
    const unnamed = take({ task: "t", steps }).trace;
    expect(take(unnamed).trace.id).toBe(unnamed.id);
  });
});
