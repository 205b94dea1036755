import { AIMessage, HumanMessage, SystemMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { answered, asking, call } from "../testing/office.ts";
import { messagesWithNotes } from "./messages-with-notes.ts";
import { readTurn } from "./read-turn.ts";
import { emptyNotes, mergeSkillLoopNotes } from "./skill-loop-notes.ts";

const messages = [...asking("Push the branch", call("c1", "bash")), answered("c1", "no upstream")];
const notes = {
  ...emptyNotes(),
  runId: "run",
  task: readTurn(messages, undefined).taskKey,
  block: "BLOCK",
  hints: { c1: "HINT" },
};

const texts = (list: readonly { readonly text: string }[]) => list.map(({ text }) => text);

describe("messagesWithNotes", () => {
  it("gives back the same array when there is nothing to add", () => {
    expect(messagesWithNotes({ messages })).toBe(messages);
    expect(messagesWithNotes({ messages, skillloop: emptyNotes() })).toBe(messages);
  });

  it("puts the block behind the task and the hint behind its result, in copies", () => {
    const before = JSON.stringify(messages);
    const shown = messagesWithNotes({ messages, skillloop: notes });
    expect(texts(shown)).toEqual(["Push the branch\n\nBLOCK", "", "no upstream\n\nHINT"]);
    expect(JSON.stringify(messages)).toBe(before);
    expect(shown[1]).toBe(messages[1]);
    expect(shown[0]).toBeInstanceOf(HumanMessage);
  });

  it("keeps the block behind its task when a node adds another user message", () => {
    const longer = [...messages, new HumanMessage({ id: "critique", content: "Look again" })];
    expect(texts(messagesWithNotes({ messages: longer, skillloop: notes }))).toEqual([
      "Push the branch\n\nBLOCK",
      "",
      "no upstream\n\nHINT",
      "Look again",
    ]);
  });

  it("shows nothing of a run that has ended in the turn after it", () => {
    const longer = [...messages, new AIMessage("Done."), new HumanMessage({ id: "next", content: "Thanks" })];
    expect(messagesWithNotes({ messages: longer, skillloop: { ...notes, ended: true } })).toEqual(longer);
  });

  it("takes other messages than those of the state", () => {
    expect(texts(messagesWithNotes({ messages, skillloop: notes }, messages.slice(0, 1)))).toEqual([
      "Push the branch\n\nBLOCK",
    ]);
  });

  it("finds a task without an id where other messages stand in front of it, or fewer", () => {
    const earlier = [new HumanMessage("Hello"), new AIMessage("Hi")];
    const own = [...earlier, new HumanMessage("Push the branch"), ...messages.slice(1)];
    const state = { messages: own, skillloop: { ...notes, task: readTurn(own, undefined).taskKey } };
    const [system, ...trimmed] = [new SystemMessage("You push."), ...own.slice(2)];
    for (const sent of [[system, ...own], trimmed, [system, ...trimmed]]) {
      const shown = texts(messagesWithNotes(state, sent as typeof own));
      expect(shown.filter((text) => text.includes("BLOCK"))).toEqual(["Push the branch\n\nBLOCK"]);
      expect(shown.at(-1)).toBe("no upstream\n\nHINT");
    }
    const another = [new HumanMessage("Push the tag")];
    expect(messagesWithNotes(state, another as typeof own)).toBe(another);
  });

  it("tells two results with one id apart", () => {
    const again = [
      ...messages,
      new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "bash", args: { second: true } }] }),
      answered("c1", "still no upstream"),
    ];
    const hints = { "c1#2": "SECOND" };
    expect(texts(messagesWithNotes({ messages: again, skillloop: { ...notes, block: "", hints } }))).toEqual([
      "Push the branch",
      "",
      "no upstream",
      "",
      "still no upstream\n\nSECOND",
    ]);
  });
});

describe("mergeSkillLoopNotes", () => {
  it("adds hints of nodes that ran at once, whichever comes first", () => {
    const a = { runId: "run", hints: { a: "A" } };
    const b = { runId: "run", hints: { b: "B" } };
    const one = [a, b].reduce(mergeSkillLoopNotes, notes);
    const other = [b, a].reduce(mergeSkillLoopNotes, notes);
    expect(one).toEqual(other);
    expect(one.hints).toEqual({ c1: "HINT", a: "A", b: "B" });
    expect(one.block).toBe("BLOCK");
  });

  it("begins anew with another run", () => {
    const next = mergeSkillLoopNotes({ ...notes, learned: 3, ended: true }, { runId: "next", task: "t" });
    expect(next).toEqual({ ...emptyNotes(), runId: "next", task: "t" });
  });
});
