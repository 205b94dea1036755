import { describe, expect, it } from "vitest";
import { renderBlock } from "../prompt/render-block.ts";
import { sampleContent } from "../testing/library-samples.ts";
import { contentWithNote, langchainMessagesWithNotes, langchainTranscript } from "./langchain-messages.ts";
import { type Notes, noNotes } from "./notes.ts";

const content = sampleContent();
const found = { skillId: "p/*/*#x", name: content.name, version: 1, hash: "0".repeat(64), content } as const;
const fit = { status: "active", confidence: 0.7, score: 1, matchedBy: "keys", stale: false } as const;
const block = renderBlock([{ ...found, ...fit }]);

/** As LangChain builds its messages: own properties, `lc_kwargs`, and a class with methods. */
class Message {
  readonly lc_kwargs: object;
  readonly content: unknown;
  readonly type: string;
  constructor(type: string, content: unknown, fields: object = {}) {
    this.type = type;
    this.content = content;
    this.lc_kwargs = { content, ...fields };
    Object.assign(this, fields);
  }
}

const frozen = (type: string, content: unknown, fields?: object) =>
  Object.freeze(new Message(type, content, fields));

const insert = (messages: readonly Message[], notes: Partial<Notes>) =>
  langchainMessagesWithNotes(messages, langchainTranscript(messages), { ...noNotes, ...notes });

describe("langchainMessagesWithNotes", () => {
  const messages = [
    frozen("system", "s"),
    frozen("human", "push it", { id: "m1" }),
    frozen("ai", "", { tool_calls: [{ id: "c1", name: "bash", args: {} }] }),
    frozen("tool", "fatal", { tool_call_id: "c1", status: "error" }),
  ];

  it("ME4: gives back the same list when there is nothing to say", () => {
    expect(insert(messages, {})).toBe(messages);
  });

  it("changes copies of the same class, frozen messages included, and never the host's own", () => {
    const changed = insert(messages, { block, hints: [{ message: 3, place: 0, text: "HINT" }] });
    expect(changed[1]).toMatchObject({ id: "m1", content: `push it\n\n${block}` });
    expect(changed[1]?.lc_kwargs).toMatchObject({ content: `push it\n\n${block}` });
    expect(changed[1]).toBeInstanceOf(Message);
    expect(changed[3]).toMatchObject({ content: "fatal\n\nHINT", tool_call_id: "c1", status: "error" });
    expect([changed[0], changed[2]]).toEqual([messages[0], messages[2]]);
    expect(messages[1]?.content).toBe("push it");
    expect(messages[1]?.lc_kwargs).toMatchObject({ content: "push it" });
  });

  it.each([
    ["a text", "push it"],
    ["blocks", [{ type: "text", text: "push it" }, { type: "image_url" }]],
  ])("MA4: to insert twice is to insert once: %s", (_name, asked) => {
    const once = insert([frozen("human", asked)], { block });
    const twice = insert(once, { block });
    expect(twice[0]?.content).toEqual(once[0]?.content);
    expect(JSON.stringify(once[0]?.content).split("</project_notes>")).toHaveLength(2);
  });

  it("leaves content of no known form as it is", () => {
    expect(contentWithNote(undefined, block)).toBe(undefined);
    expect(contentWithNote(7, block)).toBe(7);
  });
});
