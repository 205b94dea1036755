import { describe, expect, it } from "vitest";
import { isJustAnswered } from "./just-answered.ts";

const human = { type: "human", content: "go" };
const answer = { type: "ai", content: "Done." };
const heard = new WeakSet<object>([answer]);

describe("isJustAnswered", () => {
  it("is true of a user's turn and the answer that was heard right behind it", () => {
    expect(isJustAnswered([human, answer], heard)).toBe(true);
    expect(isJustAnswered([human, { type: "ai" }, human, answer], heard)).toBe(true);
  });

  it.each([
    ["nothing", undefined],
    ["an answer that was not heard", [human, { ...answer }]],
    ["work between the two", [human, { type: "ai" }, { type: "tool" }, answer]],
    ["no user's turn", [answer]],
    ["a turn behind the answer", [human, answer, human]],
  ])("is false of %s", (_title, messages) => {
    expect(isJustAnswered(messages, heard)).toBe(false);
  });
});
