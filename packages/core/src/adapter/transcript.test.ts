import { describe, expect, it } from "vitest";
import { asks, gives, says, system, user } from "../testing/adapter/__fixtures__/run-world.ts";
import { langchainTranscript } from "./langchain-messages.ts";
import { promptTranscript } from "./provider-prompt.ts";

const own = '<project_notes for="task" id="0123456789ab">\nUse -u.\n</project_notes>';

const answers = (prompt: readonly unknown[]) =>
  promptTranscript(prompt).entries.flatMap((entry) =>
    entry.kind === "result" ? [[entry.result.output, entry.call?.input, entry.occurrence]] : [],
  );

const text = (value: string) => ({ type: "text", value });

describe("readTranscript", () => {
  it("AI14: takes the last thing a user said for the task, at every step of its run", () => {
    const begun = [system("s"), user("old"), says("ok"), user("fix ci")];
    const later = [...begun, asks(["c1", "bash"]), gives(["c1", "bash", "done"])];
    expect(promptTranscript(begun)).toMatchObject({ task: "fix ci", taskMessage: 3, entries: [] });
    expect(promptTranscript(later)).toMatchObject({ task: "fix ci", taskMessage: 3 });
    expect(promptTranscript(later).entries).toHaveLength(2);
  });

  it("MA1: reads nothing that stands before the last user turn, whatever ids it carries", () => {
    const earlier = (id: string) => [user("a"), asks([id, "bash"]), gives([id, "bash", "x"]), says("done")];
    const [one, two] = ["id1", "id2"].map((id) => promptTranscript([...earlier(id), user("b")]));
    expect(one?.entries).toEqual([]);
    expect(two?.entries).toEqual([]);
    expect(one?.history).toEqual(["a"]);
  });

  it("ME1: leaves our own notes out of the task, also where they are all there is", () => {
    const prompt = [user(`push it\n\n${own}`), user(own)];
    expect(promptTranscript(prompt)).toMatchObject({ task: "push it", taskMessage: 0 });
  });

  it("gives the four turns before, oldest first, for a short follow-up", () => {
    const turns = ["one", "two", "three", "four", "five"].flatMap((said) => [user(said), says("ok")]);
    expect(promptTranscript([...turns, user("yes, do it")]).history).toEqual([
      "two",
      "three",
      "four",
      "five",
    ]);
  });

  it("takes a picture without a word for a turn of its own, but behind a result for a part of the run", () => {
    const picture = { role: "user", content: [{ type: "file", mediaType: "image/png", data: "x" }] };
    const told = [
      user("read the plan"),
      asks(["c1", "bash"]),
      gives(["c1", "bash", "x"]),
      says("done"),
      picture,
    ];
    expect(promptTranscript(told)).toMatchObject({ task: "read the plan", taskMessage: 4, entries: [] });
    const shot = [user("read the plan"), asks(["c1", "shoot"]), gives(["c1", "shoot", "see below"]), picture];
    expect(promptTranscript(shot)).toMatchObject({ task: "read the plan", taskMessage: 0 });
    expect(promptTranscript(shot).entries).toHaveLength(2);
    const image = { type: "human", content: [{ type: "image_url", image_url: { url: "x" } }] };
    const messages = [{ type: "human", content: "read the plan" }, { type: "ai", content: "ok" }, image];
    expect(langchainTranscript(messages)).toMatchObject({ task: "read the plan", taskMessage: 2 });
  });

  it("has no task where no user spoke", () => {
    expect(promptTranscript([system("s"), says("hello")])).toMatchObject({ task: "", taskMessage: -1 });
    expect(promptTranscript([])).toMatchObject({ task: "", taskMessage: -1, history: [], entries: [] });
    expect(promptTranscript(undefined as never)).toMatchObject({ task: "", entries: [] });
  });

  it("PR3: pairs results with the calls of their id one after the other when an id comes again", () => {
    const prompt = [
      user("t"),
      asks(["call_1", "bash", { n: 1 }]),
      gives(["call_1", "bash", "one"]),
      asks(["call_1", "bash", { n: 2 }]),
      gives(["call_1", "bash", "two"]),
    ];
    expect(answers(prompt)).toEqual([
      [text("one"), { n: 1 }, 0],
      [text("two"), { n: 2 }, 1],
    ]);
  });

  it("PR3: pairs calls without an id by their tool, and else in order", () => {
    const prompt = [
      user("t"),
      asks([undefined, "a", { n: 1 }], ["", "b", { n: 2 }], [undefined, "a", { n: 3 }]),
      gives(["", "b", "B"], [undefined, "a", "A1"], [undefined, "a", "A2"]),
    ];
    expect(answers(prompt)).toEqual([
      [text("B"), { n: 2 }, 1],
      [text("A1"), { n: 1 }, 0],
      [text("A2"), { n: 3 }, 2],
    ]);
  });

  it("leaves a result whose call was cut out without one", () => {
    const prompt = [user("t"), gives(["c0", "bash", "x"]), asks(["c1", "bash"]), gives(["c1", "bash", "y"])];
    expect(answers(prompt)).toEqual([
      [text("x"), undefined, 0],
      [text("y"), {}, 0],
    ]);
  });

  it("LG3: reads the results that a LangGraph command carries", () => {
    const command = {
      lg_name: "Command",
      update: { messages: [{ type: "tool", content: "done", tool_call_id: "c1", name: "hand_off" }] },
      goto: [],
    };
    const ai = { type: "ai", content: "", tool_calls: [{ id: "c1", name: "hand_off", args: { to: "x" } }] };
    const { entries } = langchainTranscript([{ type: "human", content: "t" }, ai, command]);
    expect(entries.at(-1)).toMatchObject({
      kind: "result",
      result: { output: "done" },
      call: { tool: "hand_off" },
    });
  });
});
