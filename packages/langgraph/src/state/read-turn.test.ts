import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { describe, expect, it } from "vitest";
import { answered, asking, call } from "../testing/office.ts";
import { readTurn } from "./read-turn.ts";
import { emptyNotes } from "./skill-loop-notes.ts";

const first = [...asking("Push the branch", call("c1", "bash")), answered("c1", "ok")];
const key = readTurn(first, undefined).taskKey;
const going = { ...emptyNotes(), runId: "run", task: key };
const critique = new HumanMessage({ id: "critique", content: "Check the remote first" });

const callsOf = (messages: readonly unknown[], notes = going) =>
  readTurn(messages, notes).news.entries.flatMap((entry) =>
    entry.kind === "asked" ? entry.calls.map(({ id }) => id) : [],
  );

describe("readTurn", () => {
  it("keeps a user message that a node adds in the run that is going on", () => {
    const turn = readTurn([...first, critique], going);
    expect(turn.transcript.task).toBe("Push the branch");
    expect(turn.notes?.runId).toBe("run");
    expect(callsOf([...first, critique])).toEqual(["c1"]);
  });

  it("begins a new turn with the user message that comes after the run was learned from", () => {
    const turn = readTurn([...first, critique], { ...going, ended: true });
    expect(turn.transcript.task).toBe("Check the remote first");
    expect(turn.notes).toBeUndefined();
  });

  it("takes an edited message under the same id for another task", () => {
    const edited = [new HumanMessage({ id: "task", content: "Push the tag" }), ...first.slice(1)];
    expect(readTurn(edited, going).notes).toBeUndefined();
  });

  it("tells equal messages without ids apart by their place", () => {
    const yes = { type: "human", content: "yes" };
    const once = readTurn([yes], undefined).taskKey;
    expect(readTurn([yes, new AIMessage("Done."), yes], undefined).taskKey).not.toBe(once);
  });

  it("leaves out calls that were learned from, and their results only", () => {
    const more = [
      ...first,
      new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "bash", args: { again: true } }] }),
      answered("c1", "ok again"),
    ];
    const { news, calls } = readTurn(more, { ...going, learned: 1, ended: true });
    expect(calls).toBe(2);
    expect(news.entries.map((entry) => (entry.kind === "result" ? entry.result.output : "asked"))).toEqual([
      "asked",
      "ok again",
    ]);
  });
});
