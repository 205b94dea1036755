import type { z } from "zod";
import { SkillLoopError } from "../errors.ts";
import { readJson } from "../text/read-json.ts";

/** What a model gave back: what it said, and what it thought where its server keeps that apart. */
export interface ModelAnswer {
  readonly text?: string | null | undefined;
  readonly reasoning?: string | null | undefined;
}

/** Characters read in search of closing brackets. A text with more is no answer, and reading on only costs. */
const maximumSearch = 5_000_000;

/** Values that are held against the shape, from the end. What stands before that many others was not the answer. */
const mostTried = 100;

/** How servers print what a model thought when they do not keep it apart. */
const reasoningTag = /<(\/?)(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning)>|\[(\/?)THINK\]/giy;

export type FoundAnswer<T> =
  | { readonly ok: true; readonly value: T }
  /** One or two sentences for whoever is asked again: fields and what was expected of them, no text of the answer. */
  | { readonly ok: false; readonly problem: string };

/**
 * The value of the asked shape in a model's answer: the whole text, else the last value in it that fits,
 * outside of what the model thought. A model that said nothing at all may have answered in its thoughts: then
 * what they end with counts, and a draft in the middle does not. An empty answer is a problem and never a value.
 */
export function findModelAnswer<T>(answer: ModelAnswer, schema: z.ZodType<T>): FoundAnswer<T> {
  const said = answer.text ?? "";
  const thought = (answer.reasoning ?? "").trim();
  const whole = fitting(said, schema);
  if (whole.ok) return whole;
  const read = readValues(said);
  const found = lastFitting(read.values, schema);
  if (found?.ok === true) return found;
  if (!read.isSilent) {
    const { issues } = found ?? whole;
    return problem("The answer holds no value of the shape that was asked for.", issues);
  }
  const inThoughts = thought === "" ? read.thought : thought;
  const ending = readValues(inThoughts, { ignoreTags: true }).values.at(-1);
  const last = ending?.isAtEnd === true ? lastFitting([ending], schema) : undefined;
  if (last?.ok === true) return last;
  if (inThoughts === "") return problem("The model answered with nothing.");
  return problem("The model thought and never answered.", last?.issues);
}

/** `findModelAnswer`, or a `SkillLoopError` with `MODEL_ANSWER_INVALID`. */
export function readModelAnswer<T>(answer: ModelAnswer, schema: z.ZodType<T>): T {
  const found = findModelAnswer(answer, schema);
  if (found.ok) return found.value;
  throw invalidAnswer(found.problem);
}

/** For an answer that is no use, whoever found that out. `problem` holds no text of the answer. */
export function invalidAnswer(problem: string): SkillLoopError {
  return new SkillLoopError({
    code: "MODEL_ANSWER_INVALID",
    message: problem,
    remedy: "Ask again, raise the model's output limit, or use a model that can answer in JSON.",
  });
}

/** The instructions with the shape of the answer behind them, for models that are asked in plain words. */
export async function systemWithSchema(system: string, schema: z.ZodType): Promise<string> {
  // Loaded here, since importing an adapter must not load it.
  const { toJSONSchema } = await import("zod");
  const shape = JSON.stringify(toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  const asked = `Answer with one JSON value that fits this JSON schema, and with nothing else:\n${shape}`;
  return system.trim() === "" ? asked : `${system}\n\n${asked}`;
}

function problem(
  what: string,
  issues: () => readonly z.core.$ZodIssue[] = () => [],
): { readonly ok: false; readonly problem: string } {
  return { ok: false, problem: [what, ...issues().slice(0, 5).map(describeIssue)].join(" ") };
}

/** There are no issues where there was no JSON to have some. They are made when they are read, which takes as long as the check. */
type Fitting<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: () => readonly z.core.$ZodIssue[] };

function fitting<T>(text: string, schema: z.ZodType<T>): Fitting<T> {
  const read = readJson(text);
  if (!read.ok) return { ok: false, issues: () => [] };
  const checked = schema.safeParse(read.value);
  return checked.success
    ? { ok: true, value: checked.data }
    : { ok: false, issues: () => checked.error.issues };
}

/** Keys in an answer are the model's own words: only what looks like a field's name is repeated. */
function describeIssue({ code, path, message }: z.core.$ZodIssue): string {
  const plain = path.map((key) => (/^\w{1,40}$/.test(String(key)) ? String(key) : "?")).join(".");
  const said = code === "unrecognized_keys" ? "has fields that nobody asked for" : message.slice(0, 200);
  return `${plain === "" ? "The value" : plain}: ${said}.`;
}

interface FoundValue {
  readonly text: string;
  /** Nothing but the end of a code fence comes after it. */
  readonly isAtEnd: boolean;
}

/** The last that fits; where none does, what is wrong with the last one; undefined without values. */
function lastFitting<T>(values: readonly FoundValue[], schema: z.ZodType<T>): Fitting<T> | undefined {
  let misfit: Fitting<T> | undefined;
  for (const { text } of values.slice(-mostTried).reverse()) {
    const found = fitting(text, schema);
    if (found.ok) return found;
    misfit ??= found;
  }
  return misfit;
}

interface ReadText {
  /** Objects and lists, outermost ones only, in order. */
  readonly values: readonly FoundValue[];
  /** Nothing was said beside what was thought. */
  readonly isSilent: boolean;
  readonly thought: string;
}

/**
 * Reads from left to right, so that a tag inside a value's own text is no tag and a brace in a thought is no
 * value. A thought that is closed without having been opened began with the text.
 */
function readValues(text: string, { ignoreTags = false } = {}): ReadText {
  let values: FoundValue[] = [];
  let thought = "";
  let saidFrom = 0;
  let said = "";
  let searched = 0;
  for (let at = 0; at < text.length; ) {
    const tag = ignoreTags ? undefined : tagAt(text, at);
    if (tag !== undefined) {
      const spoken = text.slice(saidFrom, at);
      const end = tag.closes ? tag.end : endOfThought(text, tag.end);
      if (tag.closes) {
        thought += said + spoken;
        said = "";
        values = [];
      } else {
        thought += text.slice(tag.end, end);
        said += spoken;
      }
      at = end;
      saidFrom = end;
      continue;
    }
    const opens = text[at] === "{" || text[at] === "[";
    const end = opens && searched < maximumSearch ? endOfValue(text, at) : undefined;
    if (opens) searched += (end ?? text.length) - at;
    if (end === undefined || !readJson(text.slice(at, end)).ok) {
      at += 1;
      continue;
    }
    values.push({ text: text.slice(at, end), isAtEnd: /^[\s`]*$/.test(text.slice(end)) });
    at = end;
  }
  said += text.slice(saidFrom);
  return { values, isSilent: said.trim() === "", thought: thought.trim() };
}

function tagAt(text: string, at: number): { readonly closes: boolean; readonly end: number } | undefined {
  if (text[at] !== "<" && text[at] !== "[") return undefined;
  reasoningTag.lastIndex = at;
  const tag = reasoningTag.exec(text);
  return tag === null ? undefined : { closes: tag[1] === "/" || tag[2] === "/", end: at + tag[0].length };
}

/** Behind the tag that closes a thought; the end of the text when none does. */
function endOfThought(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const tag = tagAt(text, at);
    if (tag?.closes === true) return tag.end;
  }
  return text.length;
}

/** Behind the bracket that closes the one at `from`, with what stands in strings left out. */
function endOfValue(text: string, from: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at];
    if (inString) {
      if (letter === "\\") at += 1;
      else if (letter === '"') inString = false;
      continue;
    }
    if (letter === '"') inString = true;
    else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
