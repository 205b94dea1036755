import { errorSignature } from "../text/error-signature/error-signature.ts";
import { isGenericLine } from "../text/error-signature/error-words.ts";
import { shortHash } from "../text/hash.ts";
import { readJson } from "../text/read-json.ts";
import { tokenise } from "../text/tokens/tokens.ts";
import type { SkillContent } from "../types/skill.ts";
import { type FieldName, fieldBit, symptomBit, symptomLimit, triggerBit, triggerLimit } from "./key-facts.ts";

/** What a stored search document holds, ready for the postings. */
export interface SearchDocument {
  readonly terms: readonly string[];
  /** One packed integer a term, see `key-facts.ts`. */
  readonly facts: readonly number[];
  /** Distinct terms of each trigger query, in their order. */
  readonly triggerSizes: readonly number[];
  readonly symptomSizes: readonly number[];
  /** Hashes of error signatures that identify an error; generic ones are left out. */
  readonly hashes: readonly string[];
}

interface StoredDocument {
  readonly v: 1;
  readonly t: string;
  readonly q: readonly number[];
  readonly s: readonly number[];
  readonly h: readonly string[];
}

const withoutPlaceholders = (text: string): string => text.replace(/<[\p{L}\p{N}_ -]{1,40}>/gu, " ");
const isHash = (text: string): boolean => /^[0-9a-f]{16}$/.test(text);

interface ErrorKeys {
  readonly texts: readonly string[];
  readonly hashes: readonly string[];
}

/** Symptoms and signatures of the same error are one key: both are brought to the normalised form. */
function errorKeys(content: SkillContent): ErrorKeys {
  const texts = new Set<string>();
  const hashes = new Set<string>();
  for (const symptom of content.keys.symptoms) {
    const signature = errorSignature(symptom);
    if (signature.text !== "") texts.add(signature.text);
    if (!signature.generic) hashes.add(signature.hash);
  }
  const recorded = content.mistake === undefined ? [] : [content.mistake.signature];
  for (const signature of [...content.keys.signatures, ...recorded]) {
    if (isHash(signature)) {
      hashes.add(signature);
      continue;
    }
    if (signature.trim() === "") continue;
    texts.add(signature);
    if (!signature.split("\n").every(isGenericLine)) hashes.add(shortHash(signature, 16));
  }
  return { texts: [...texts], hashes: [...hashes] };
}

function fieldTexts(content: SkillContent): Readonly<Record<FieldName, readonly string[]>> {
  const { signature, example, mistake } = content;
  return {
    name: [content.name],
    appliesWhen: content.keys.appliesWhen,
    // What a symptom names beyond its kind may be named again: it says a little, like the description.
    description: [content.description, ...content.keys.symptoms],
    signature: [signature.intent, signature.object, signature.environment, ...signature.constraints],
    command: [
      ...(example === undefined ? [] : [example.tool, ...example.calls.map((call) => call.skeleton)]),
      ...(mistake === undefined ? [] : [mistake.tool, mistake.skeleton]),
    ],
  };
}

/**
 * The tokenised keys of a skill as compact JSON, made once when the skill is written. The procedure is left
 * out on purpose: its words are shared by skills that solve other tasks.
 */
export function buildSearchDocument(content: SkillContent): string {
  const facts = new Map<string, number>();
  const add = (text: string, bit: number): number => {
    const terms = new Set(tokenise(withoutPlaceholders(text)));
    for (const term of terms) facts.set(term, (facts.get(term) ?? 0) | bit);
    return terms.size;
  };
  for (const [field, texts] of Object.entries(fieldTexts(content)))
    for (const text of texts) add(text, fieldBit(field as FieldName));
  const errors = errorKeys(content);
  const stored: StoredDocument = {
    v: 1,
    q: content.keys.queries.slice(0, triggerLimit).map((query, index) => add(query, triggerBit(index))),
    s: errors.texts.slice(0, symptomLimit).map((text, index) => add(text, symptomBit(index))),
    h: errors.hashes,
    t: [...facts].map(([term, packed]) => `${term} ${packed.toString(36)}`).join(" "),
  };
  return JSON.stringify(stored);
}

const emptyDocument: SearchDocument = {
  terms: [],
  facts: [],
  triggerSizes: [],
  symptomSizes: [],
  hashes: [],
};

function isStored(value: unknown): value is StoredDocument {
  if (value === null || typeof value !== "object") return false;
  const { v, t, q, s, h } = value as Record<string, unknown>;
  return v === 1 && typeof t === "string" && [q, s, h].every(Array.isArray);
}

/** Reads a stored document; one that cannot be read is empty, so that one bad row spoils no search. */
export function readSearchDocument(stored: string): SearchDocument {
  const read = readJson(stored);
  const value: unknown = read.ok ? read.value : undefined;
  if (!isStored(value)) return emptyDocument;
  const terms: string[] = [];
  const facts: number[] = [];
  // By hand, since a large library is read at once and each text made on the way has to be collected again.
  for (let at = 0; at < value.t.length; ) {
    const gap = value.t.indexOf(" ", at);
    if (gap < 0) break;
    const found = value.t.indexOf(" ", gap + 1);
    const end = found < 0 ? value.t.length : found;
    terms.push(value.t.slice(at, gap));
    facts.push(base36(value.t, gap + 1, end));
    at = end + 1;
  }
  return { terms, facts, triggerSizes: value.q, symptomSizes: value.s, hashes: value.h };
}

/** The whole number in `text` from `start` to `end`; what is no digit counts as a letter. */
function base36(text: string, start: number, end: number): number {
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    value = value * 36 + (code <= 57 ? code - 48 : (code | 32) - 87);
  }
  return value;
}
