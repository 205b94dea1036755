import { describe, expect, it } from "vitest";
import { renderBlock } from "../prompt/render-block.ts";
import { renderHint } from "../prompt/render-hint.ts";
import { asks, failure, gives, says, system, user } from "../testing/adapter/__fixtures__/run-world.ts";
import { sampleContent } from "../testing/library-samples.ts";
import type { RecallHit } from "../types/recall.ts";
import { type Notes, noNotes } from "./notes.ts";
import { promptTranscript, promptWithNotes } from "./provider-prompt.ts";

const content = sampleContent();
const hit: RecallHit = {
  skillId: "p/*/*#x",
  name: content.name,
  version: 1,
  status: "active",
  confidence: 0.7,
  score: 1,
  matchedBy: "keys",
  stale: false,
  hash: "0".repeat(64),
  content,
};
const block = renderBlock([hit]);
const hint = renderHint([hit]);

const insert = (prompt: readonly unknown[], notes: Partial<Notes>) =>
  promptWithNotes(prompt, promptTranscript(prompt), { ...noNotes, ...notes });

const frozen = <T>(value: T): T => {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
};

const run = frozen([
  system("Be brief."),
  user("old"),
  says("ok"),
  {
    role: "user",
    content: [{ type: "text", text: "push it" }],
    providerOptions: { anthropic: { cacheControl: {} } },
  },
  asks(["c1", "bash", { command: "git push" }], ["c2", "bash", { command: "ls" }]),
  gives(["c1", "bash", failure("fatal: no upstream")], ["c2", "bash", "a.ts"]),
]);

describe("promptWithNotes", () => {
  it("ME4: gives back the same prompt when there is nothing to say", () => {
    expect(insert(run, {})).toBe(run);
  });

  it("puts the block behind the task and the hint behind its result, in copies of those alone", () => {
    const changed = insert(run, { block, hints: [{ message: 5, place: 0, text: hint }] });
    expect(changed[3]).toEqual({
      role: "user",
      content: [
        { type: "text", text: "push it" },
        { type: "text", text: block },
      ],
      providerOptions: { anthropic: { cacheControl: {} } },
    });
    expect(changed[5]).toEqual(
      gives(["c1", "bash", failure(`fatal: no upstream\n\n${hint}`)], ["c2", "bash", "a.ts"]),
    );
    for (const at of [0, 1, 2, 4]) expect(changed[at]).toBe(run[at]);
  });

  it("PR7: leaves every id and every argument as it is", () => {
    const ids = (prompt: readonly unknown[]): unknown =>
      JSON.stringify(prompt).match(/"(?:toolCallId|toolName|input)":(?:"[^"]*"|\{[^}]*\})/g);
    const odd = [user("t"), asks(["abcdefghi", "a"], [undefined, "b"], ["", "c"]), gives(["", "c", "x"])];
    const changed = insert(odd, { block, hints: [{ message: 2, place: 0, text: hint }] });
    expect(ids(changed)).toEqual(ids(odd));
  });

  it("AI10: adds no message and no system message", () => {
    const roles = (prompt: readonly unknown[]) => prompt.map((message) => (message as { role: string }).role);
    expect(roles(insert(run, { block, hints: [{ message: 5, place: 1, text: hint }] }))).toEqual(roles(run));
    const bare = [user("a"), says("b"), user("c")];
    expect(roles(insert(bare, { block }))).toEqual(["user", "assistant", "user"]);
  });

  it("AI13: leaves the bytes that the turns of a conversation share as they are", () => {
    const later = [...run, says("pushed"), user("and now?")];
    const first = insert(run, { block });
    const second = insert(later, { block: renderBlock([{ ...hit, version: 2 }]) });
    const shared = (prompt: readonly unknown[]) => JSON.stringify(prompt.slice(0, 3));
    expect(shared(second)).toBe(shared(first));
    expect(JSON.stringify(second.slice(0, 6))).toBe(JSON.stringify(run));
  });

  it.each([
    ["a user's parts", run, { block }],
    ["a user's text", [{ role: "user", content: "push it\n" }], { block }],
    ["a text result", run, { hints: [{ message: 5, place: 1, text: hint }] }],
    ["an error", run, { hints: [{ message: 5, place: 0, text: hint }] }],
    [
      "JSON",
      [user("t"), asks(["c", "a"]), gives(["c", "a", { type: "error-json", value: { code: 1 } }])],
      { hints: [{ message: 2, place: 0, text: hint }] },
    ],
    [
      "content parts",
      [
        user("t"),
        asks(["c", "a"]),
        gives(["c", "a", { type: "content", value: [{ type: "text", text: "x" }] }]),
      ],
      { hints: [{ message: 2, place: 0, text: hint }] },
    ],
  ])("MA4: to insert twice is to insert once: %s", (_name, prompt, notes) => {
    const once = insert(prompt, notes);
    expect(JSON.stringify(once)).not.toBe(JSON.stringify(prompt));
    expect(JSON.stringify(insert(once, notes))).toBe(JSON.stringify(once));
  });

  it("MA4: puts the block of this run in the place of an earlier one that the host has saved", () => {
    const saved = insert([user("push it")], { block: renderBlock([{ ...hit, version: 7 }]) });
    const changed = insert(saved, { block });
    expect(JSON.stringify(changed)).toBe(JSON.stringify(insert([user("push it")], { block })));
  });

  it("keeps an error an error, and gives JSON as text", () => {
    const value = { code: 1 };
    const json = [user("t"), asks(["c", "a"]), gives(["c", "a", { type: "json", value }])];
    const changed = insert(json, { hints: [{ message: 2, place: 0, text: hint }] });
    expect(changed[2]).toEqual(gives(["c", "a", { type: "text", value: `{"code":1}\n\n${hint}` }]));
  });

  it("leaves a prompt in which no user speaks", () => {
    const prompt = [system("s")];
    expect(insert(prompt, { block })).toEqual(prompt);
  });
});
