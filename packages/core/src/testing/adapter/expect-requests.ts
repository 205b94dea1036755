import { expect } from "vitest";
import { ownTextName } from "../../text/own-text.ts";
import type { SeenMessage, SeenRequest } from "./adapter-harness.ts";
import type { Play } from "./play.ts";

/** What the requests of one turn are to hold beside the host's own messages. */
export interface ExpectedNotes {
  /** The block for the task; `""` when nothing is known for it. */
  readonly block: string;
  /** The hint of each failed call, by call id. */
  readonly hints: ReadonlyMap<string, string>;
}

/** Every request is byte for byte what the bare framework sends. */
export function expectUntouched(bare: Play, observed: Play): void {
  const raws = (play: Play) => play.requests.map((requests) => requests.map(({ raw }) => raw));
  expect(raws(observed), "the requests, as they reached the model").toEqual(raws(bare));
}

/** The notes stand in their places in every request of a turn, with the same bytes, and nowhere else. */
export function expectNotes(
  bare: readonly SeenRequest[],
  observed: readonly SeenRequest[],
  notes: ExpectedNotes,
): void {
  expect(observed.length, "requests to the model").toBe(bare.length);
  for (const [at, request] of observed.entries()) {
    const without = bare[at];
    if (without !== undefined) expectNotesIn(without, request, notes);
  }
  expectStablePrefix(bare, observed);
}

function expectNotesIn(bare: SeenRequest, observed: SeenRequest, { block, hints }: ExpectedNotes): void {
  const roles = ({ messages }: SeenRequest) => messages.map(({ role }) => role);
  expect(roles(observed), "the messages of a request, no one added").toEqual(roles(bare));
  const task = bare.messages.findLastIndex(({ role }) => role === "user");
  let expected = 0;
  for (const [at, message] of observed.messages.entries()) {
    const without = bare.messages[at];
    if (without === undefined) continue;
    const hint = at > task && message.role === "tool" ? (hints.get(message.callId ?? "") ?? "") : "";
    const note = at === task ? block : hint;
    if (note !== "") expected += 1;
    expect(message.callId, "the call that a message answers").toBe(without.callId);
    expectNoteBehind(without, message, note);
  }
  const found = observed.raw.split(`<${ownTextName}`).length - 1;
  expect(found, "notes in the whole request, wherever they stand").toBe(expected);
}

function expectNoteBehind(bare: SeenMessage, observed: SeenMessage, note: string): void {
  const where = `a message of ${bare.role}${bare.callId === undefined ? "" : ` on ${bare.callId}`}`;
  if (note === "") {
    expect(observed.text, where).toBe(bare.text);
    return;
  }
  expect(observed.text.endsWith(note), `${where} ends with its note:\n${observed.text}`).toBe(true);
  const before = observed.text.slice(0, observed.text.length - note.length);
  expect(before.trimEnd(), `${where} before its note`).toBe(bare.text.trimEnd());
}

/** What two requests of a run share without SkillLoop they share with it: a provider's cache stays warm. */
function expectStablePrefix(bare: readonly SeenRequest[], observed: readonly SeenRequest[]): void {
  for (let at = 1; at < observed.length; at += 1) {
    const [earlier, later] = [bare[at - 1]?.messages ?? [], bare[at]?.messages ?? []];
    const [before, after] = [observed[at - 1]?.messages ?? [], observed[at]?.messages ?? []];
    for (const [place, message] of earlier.entries()) {
      if (JSON.stringify(message) !== JSON.stringify(later[place])) break;
      expect(after[place], `message ${place + 1} of request ${at + 1}, as it stood before`).toEqual(
        before[place],
      );
    }
  }
}
