import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../errors.ts";
import { type IntakeFacts, intake } from "./intake.ts";

const facts: IntakeFacts = { scope: { project: "p" }, now: 1_000, environment: { node: "22" } };
const take = (input: unknown, more: Partial<IntakeFacts> = {}) => intake(input, { ...facts, ...more });
const steps = [{ tool: "bash", input: { cmd: "git push" }, error: "fatal: no upstream" }];

function failure(input: unknown): SkillLoopError {
  try {
    take(input);
  } catch (error) {
    if (SkillLoopError.isInstance(error)) return error;
    throw error;
  }
  throw new Error("the input was taken");
}

describe("intake of bad input", () => {
  it("throws nothing but INVALID_TRACE, whatever comes in", () => {
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom("user", "assistant", "tool", "ai", "a", "", null, "ok"),
    );
    const keys = fc.constantFrom(
      ..."role content tool_calls tool_call_id type id name tool input output error exitCode outcome turn parts state toolCallId toolName function arguments call_id lc kwargs data update lg_name action status is_error text message_type tool_call_ids toolInvocations kind task".split(
        " ",
      ),
    );
    const message = fc.dictionary(keys, fc.oneof(odd, fc.array(fc.dictionary(keys, odd), { maxLength: 3 })), {
      maxKeys: 6,
    });
    const container = fc.record(
      {
        task: odd,
        messages: fc.array(message),
        history: fc.array(message),
        steps: fc.array(message),
        signals: odd,
        metadata: odd,
        context: odd,
        environment: odd,
        error: odd,
        runId: odd,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(container, (input) => {
        try {
          const { trace } = take(input);
          const turns = trace.steps.map(({ turn }) => turn);
          expect(turns).toEqual([...turns].sort((a, b) => a - b));
          const ids = trace.steps.flatMap((step) => (step.kind === "tool" ? [step.callId] : []));
          expect(new Set(ids).size).toBe(ids.length);
          expect(JSON.parse(JSON.stringify(trace))).toEqual(trace);
          expect(take(trace).trace.id).toBe(trace.id);
        } catch (error) {
          if (!SkillLoopError.isInstance(error)) throw error;
          expect(error.code).toBe("INVALID_TRACE");
        }
      }),
      { numRuns: 400 },
    );
  });

  it.each([
    [undefined, "", "not an object"],
    [[], "", "not an object"],
    ["text", "", "not an object"],
    [{ task: "t" }, "", "neither steps nor messages"],
    [{ role: "user", content: "x" }, "", "single message"],
    [{ steps }, "task", "missing"],
    [{ task: " ", steps }, "task", "missing"],
    [{ task: 4, steps }, "task", "string"],
    [{ task: "t", messages: [] }, "messages", "empty"],
    [{ task: "t", messages: ["x"] }, "messages[0]", "not an object"],
    [{ task: "t", messages: [{ foo: 1 }] }, "messages", "no message format"],
    [{ task: "t", messages: "x" }, "messages", "array"],
    [{ task: "t", messages: [{ role: "user", content: "x" }], format: "foo" }, "format", "openai, anthropic"],
    [{ task: "t", steps: [{ nothing: 1 }] }, "steps[0]", "needs a tool"],
    [{ task: "t", steps: [...steps, { tool: "x", outcome: "bad" }] }, "steps[1].outcome", "tool-error"],
    [{ task: "t", steps: [{ tool: "x", turn: -1 }] }, "steps[0].turn", "not valid"],
    [{ task: "t", steps, signals: [{ source: "oracle", outcome: "success" }] }, "signals[0].source", "judge"],
    [{ task: "t", steps, signals: [{ source: "test" }] }, "signals[0]", "outcome or an exitCode"],
    [{ task: "t", steps, reward: "1" }, "reward", "number or boolean"],
    [{ task: "t", steps, outcome: "passed" }, "outcome", "success"],
  ])("refuses %j, naming %s and what is wrong", (input, path, words) => {
    const error = failure(input);
    expect(error.code).toBe("INVALID_TRACE");
    expect(error.message).toContain(path);
    expect(error.message).toContain(words);
    expect(error.remedy.length).toBeGreaterThan(20);
  });

  it("never quotes a value of the trace in an error", () => {
    const secret = `gho_${"a".repeat(36)}`;
    expect(failure({ task: "t", steps, outcome: secret }).message).not.toContain(secret);
  });

  it("needs a scope", () => {
    expect(() => take({ task: "t", steps }, { scope: {} as IntakeFacts["scope"] })).toThrow(/project/);
  });

  it("lets unknown fields through and reads null as absent", () => {
    const input = {
      task: "t",
      steps: [{ ...steps[0], extra: 1, exitCode: 1 }],
      runId: null,
      signals: null,
      metadata: null,
      foo: {},
    };
    expect(take(input).trace.signals).toEqual([]);
  });
});
