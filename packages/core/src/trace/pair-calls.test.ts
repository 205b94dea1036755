import { describe, expect, it } from "vitest";
import type { Step, ToolStep } from "../types/trace.ts";
import { stepsFromEvents } from "./pair-calls.ts";
import { readMessages } from "./read-messages.ts";
import { stripOwnEvents } from "./strip-own.ts";

const read = (messages: readonly unknown[]): readonly Step[] =>
  stepsFromEvents(stripOwnEvents(readMessages(messages) ?? []));
const tools = (messages: readonly unknown[]): readonly ToolStep[] =>
  read(messages).filter((step) => step.kind === "tool");
const openAiCall = (id: unknown, name: string, args = "{}") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

describe("stepsFromEvents", () => {
  it("PR3: missing, empty and null ids make calls of their own, paired in order", () => {
    const messages = [
      {
        role: "assistant",
        tool_calls: [
          { function: { name: "a" } },
          { id: "", function: { name: "a" } },
          { id: null, function: { name: "b" } },
        ],
      },
      { role: "tool", content: "first" },
      { role: "tool", tool_call_id: "", content: "second" },
      { role: "tool", tool_call_id: null, name: "b", content: "third" },
    ];
    const steps = tools(messages);
    expect(steps.map((step) => [step.tool, step.output])).toEqual([
      ["a", "first"],
      ["a", "second"],
      ["b", "third"],
    ]);
    expect(new Set(steps.map(({ callId }) => callId)).size).toBe(3);
    expect(steps.every(({ callId }) => callId !== "")).toBe(true);
  });

  it("PR3: repeated ids are paired by occurrence, in one turn and over turns", () => {
    const call = openAiCall("x", "a");
    const messages = [
      { role: "assistant", tool_calls: [call, call] },
      { role: "tool", tool_call_id: "x", content: "one" },
      { role: "tool", tool_call_id: "x", content: "two" },
      { role: "assistant", tool_calls: [call] },
      { role: "tool", tool_call_id: "x", content: "three" },
    ];
    const steps = tools(messages);
    expect(steps.map(({ output }) => output)).toEqual(["one", "two", "three"]);
    expect(steps.map(({ callId }) => callId)).toEqual(["x", "x#2", "x#3"]);
  });

  it("a result without a call becomes a step, a call answered twice keeps the last result", () => {
    const messages = [
      { role: "assistant", tool_calls: [openAiCall("a", "ask")] },
      { role: "tool", tool_call_id: "z", name: "other", content: "stray" },
      { role: "tool", tool_call_id: "a", content: "Error: GraphInterrupt" },
      { role: "tool", tool_call_id: "a", content: "approved" },
    ];
    expect(tools(messages).map((step) => [step.tool, step.callId, step.output])).toEqual([
      ["ask", "a", "approved"],
      ["other", "z", "stray"],
    ]);
  });

  it("MA1: a history that was sent again under fresh ids counts once", () => {
    const turn = (suffix: string) => [
      { role: "user", content: "ship it" },
      { role: "assistant", tool_calls: [openAiCall(`a${suffix}`, "push")] },
      { role: "tool", tool_call_id: `a${suffix}`, content: "Error: no upstream" },
      { role: "assistant", content: "it failed" },
    ];
    const next = { role: "user", content: "try again" };
    const messages = [
      ...turn("1"),
      ...turn("2"),
      next,
      ...turn("3"),
      next,
      { role: "assistant", content: "ok" },
    ];
    expect(read(messages)).toEqual(read([...turn("1"), next, { role: "assistant", content: "ok" }]));
  });

  it("does not take a call that is made again and again for a history", () => {
    const call = (id: string) => [
      { role: "assistant", tool_calls: [openAiCall(id, "push")] },
      { role: "tool", tool_call_id: id, content: "Error: no upstream" },
    ];
    expect(tools([...call("a"), ...call("b"), ...call("c")])).toHaveLength(3);
    expect(tools([{ role: "user", content: "x" }, ...call("a"), ...call("b")])).toHaveLength(2);
  });

  it("gives calls that nobody has answered yet one turn, although they came in two messages", () => {
    const messages = [
      { role: "assistant", id: "m1", content: [{ type: "tool_use", id: "a", name: "x", input: {} }] },
      { role: "assistant", id: "m1", content: [{ type: "tool_use", id: "b", name: "x", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: "1" }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "b", content: "2" }] },
      { role: "assistant", id: "m2", content: [{ type: "tool_use", id: "c", name: "x", input: {} }] },
    ];
    const [a, b, c] = tools(messages).map(({ turn }) => turn);
    expect(a).toBe(b);
    expect(c).toBeGreaterThan(b ?? 0);
  });
});
