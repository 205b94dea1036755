import { describe, expect, it } from "vitest";
import { isAllHeard } from "./last-state.ts";

const human = { type: "human", content: "go" };
const asking = { type: "ai", tool_calls: [{ id: "c1", name: "crane", args: {} }] };
const result = { type: "tool", tool_call_id: "c1", content: "Lifted." };
const answer = { type: "ai", content: "Done." };
const heard = new WeakSet<object>([asking, answer]);

describe("isAllHeard", () => {
  it.each([
    ["the answer", [human, answer]],
    ["the answer, whatever was before the turn", [human, { ...answer }, human, answer]],
    ["calls, their results and the answer", [human, asking, result, asking, result, answer]],
  ])("is true where behind the user's turn stands %s", (_title, messages) => {
    expect(isAllHeard(messages, heard)).toBe(true);
  });

  it.each([
    ["nothing", []],
    ["no answer behind the turn", [human, answer, human]],
    ["an answer that was not heard", [human, { ...answer }]],
    ["calls that were not heard", [human, { ...asking }, result, answer]],
    ["no user's turn", [asking, result, answer]],
    ["what is no message", [null, answer]],
  ])("is false of %s", (_title, messages) => {
    expect(isAllHeard(messages, heard)).toBe(false);
  });
});
