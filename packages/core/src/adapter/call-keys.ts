import type { RunCall } from "./call-table.ts";
import type { FrameworkCall } from "./framework-call.ts";
import type { Transcript } from "./transcript.ts";

const deepest = 24;
const maximumParts = 5_000;
/** Characters of a long text that are looked at, at either end. */
const looked = 1_024;

/** Equal for equal arguments, in whatever order their fields stand and whether they are parsed or still JSON. */
export function inputKey(input: unknown): string {
  if (typeof input !== "object" || input === null) return keyOf(input);
  const known = keys.get(input);
  if (known !== undefined) return known;
  const key = keyOf(input);
  keys.set(input, key);
  return key;
}

/** A conversation is read anew for each request, and holds the same arguments each time. */
const keys = new WeakMap<object, string>();

function keyOf(input: unknown): string {
  const mixed = mixer();
  let parts = 0;
  const walk = (value: unknown, depth: number): void => {
    parts += 1;
    if (parts > maximumParts || depth > deepest) return;
    if (typeof value !== "object" || value === null) {
      mixed.add(`${typeof value}:${String(value)}`);
      return;
    }
    const isList = Array.isArray(value);
    mixed.add(isList ? "[" : "{");
    for (const key of isList ? value.keys() : Object.keys(value).sort()) {
      const inner: unknown = (value as Record<string | number, unknown>)[key];
      if (inner === undefined) continue;
      if (!isList) mixed.add(String(key));
      walk(inner, depth + 1);
    }
    mixed.add(isList ? "]" : "}");
  };
  try {
    walk(parsed(input), 0);
  } catch {
    // An object of the host's that defends itself.
    mixed.add("?");
  }
  return mixed.key();
}

function parsed(input: unknown): unknown {
  if (typeof input !== "string") return input ?? {};
  try {
    return JSON.parse(input) as unknown;
  } catch {
    // Arguments that were meant to be JSON: the AI SDK writes an empty object back in their place (AI8).
    return /^\s*(?:$|[{[])/.test(input) ? {} : input;
  }
}

/** Two cheap mixes: a key tells arguments of one task apart; it keeps no secret. */
function mixer(): { add(text: string): void; key(): string } {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  const one = (code: number): void => {
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x5bd1e995) ^ (low >>> 15);
  };
  return {
    add(text) {
      const short = text.length <= 2 * looked;
      for (let at = 0; at < (short ? text.length : looked); at += 1) one(text.charCodeAt(at));
      if (!short) for (let at = text.length - looked; at < text.length; at += 1) one(text.charCodeAt(at));
      one(text.length);
      one(0x1f);
    },
    key: () => `${(high >>> 0).toString(36)}.${(low >>> 0).toString(36)}`,
  };
}

const kindOf = (code: number): string =>
  code <= 0x39 ? "digit" : code <= 0x5a ? "upper" : code <= 0x7a ? "lower" : "other";

/** `getUserById`, `readFile2`: words, with a count at most at the end. Of letters drawn by lot, half are great. */
function isName(run: string): boolean {
  if (!/^[A-Za-z]+\d{0,4}$/.test(run)) return false;
  return 5 * run.replace(/[^A-Z]/g, "").length <= 2 * run.replace(/\d/g, "").length;
}

/**
 * Whether an id was drawn by lot, as providers draw them, so that no other call has it. `call_1`,
 * `functions.readFile:0` and what else servers make of a tool's name and a count say nothing of the kind.
 */
export function isTellingId(id: string, tool: string): boolean {
  if (id.length < 9) return false;
  let changes = 0;
  // A name of one or two letters may stand in an id by chance, and adds next to nothing to it.
  const rest = tool.length > 2 ? id.replaceAll(tool, " ") : id;
  for (const run of rest.split(/[^0-9A-Za-z]+/)) {
    if (isName(run)) continue;
    for (let at = 1; at < run.length; at += 1) {
      if (kindOf(run.charCodeAt(at)) !== kindOf(run.charCodeAt(at - 1))) changes += 1;
    }
  }
  return changes >= 4;
}

/** A conversation's calls, each with the key of its arguments, worked out when it is asked for. */
export interface SaidCall {
  readonly id: string;
  readonly tool: string;
  readonly telling: () => boolean;
  readonly key: () => string;
}

export function saidCalls(transcript: Transcript): readonly SaidCall[] {
  const calls = transcript.entries.flatMap((entry) => (entry.kind === "asked" ? entry.calls : []));
  return calls.map(({ id = "", tool, input }: FrameworkCall) => {
    let key: string | undefined;
    return {
      id,
      tool,
      telling: () => isTellingId(id, tool),
      key: () => {
        key ??= inputKey(input);
        return key;
      },
    };
  });
}

/** Frameworks write back the arguments as their schema changed them: under an id drawn by lot they may differ. */
const isSame = (known: RunCall | undefined, said: SaidCall | undefined): boolean =>
  known !== undefined &&
  said !== undefined &&
  known.frameworkId === said.id &&
  known.tool === said.tool &&
  (known.inputKey === said.key() || said.telling());

/** Whether a conversation holds exactly the calls of a run: then it is the run's next request. */
export function goesOn(calls: readonly RunCall[], said: readonly SaidCall[]): boolean {
  if (calls.length !== said.length || calls.length === 0) return false;
  // From the end: runs of one task often begin alike.
  for (let at = calls.length - 1; at >= 0; at -= 1) if (!isSame(calls[at], said[at])) return false;
  return true;
}

/** Whether a conversation begins with a run's calls: for hosts that run several before they ask their model again. */
export function beginsWithCalls(said: readonly SaidCall[], calls: readonly RunCall[]): boolean {
  return calls.every((call, at) => isSame(call, said[at]));
}

/**
 * Whether a conversation is a run's next request from which its host has cut calls to save room. Only ids
 * drawn by lot can tell that, and the latest call has to be there.
 */
export function goesOnPruned(calls: readonly RunCall[], said: readonly SaidCall[]): boolean {
  if (said.length === 0 || said.length >= calls.length || !said.every(({ telling }) => telling()))
    return false;
  let at = calls.length - 1;
  if (!isSame(calls[at], said.at(-1))) return false;
  for (let index = said.length - 1; index >= 0; index -= 1, at -= 1) {
    while (at >= 0 && !isSame(calls[at], said[index])) at -= 1;
    if (at < 0) return false;
  }
  return true;
}
