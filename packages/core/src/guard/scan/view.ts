import { joinSpelled, readLeet } from "../../text/hidden/lookalikes.ts";
import { revealHidden } from "../../text/hidden/reveal-hidden.ts";
import type { ScanField } from "./scan-rule.ts";

/** A text as the rules see it. */
export interface ScanView {
  readonly hidden: boolean;
  readonly original: string;
  readonly sentences: readonly string[];
  readonly commands: readonly string[];
}

// A field is at most a few thousand characters; more is cut so that a scan takes bounded time.
const longest = 32_768;

// A question that is answered with "no" asks for nothing.
const refusedQuestion = /\bQ(?:uestion)?:[^?\n]{0,300}\?\s*A(?:nswer)?:\s*(?=(?:No|Never|Not)\b)/gi;

export function scanView(text: string, field: ScanField): ScanView {
  const cut = text.slice(0, longest);
  const { text: revealed, hidden } = hidesNothing(cut) ? { text: cut, hidden: false } : revealHidden(cut);
  const worded = field === "name" || field === "key" ? revealed.replace(/[-_]+/g, " ") : revealed;
  const unescaped = worded.replace(/\\n/g, "\n").replace(/\\"/g, '"').replace(refusedQuestion, "");
  const readings = new Set([unescaped]);
  if (leetSign.test(unescaped)) readings.add(readLeet(unescaped));
  if (spelled.test(unescaped)) readings.add(joinSpelled(unescaped));
  const sentences = new Set([...readings].map(nameOfCheckApart).flatMap(splitSentences));
  const commands = new Set([unescaped]);
  if (shellSign.test(unescaped)) commands.add(plainShell(unescaped));
  return { hidden, original: text, sentences: [...sentences], commands: [...commands] };
}

/** ASCII without escapes, entities, comments or runs long enough to be encoded: most text, and quickly told. */
export function hidesNothing(text: string): boolean {
  return /^[\t\n\r -$'-[\]-~]*$/.test(text) && !/[\w+/-]{16}|<!--/.test(text);
}

// Without one of these a reading would be the text itself.
const leetSign = /[013457@$!]/;
const spelled = /\p{L}([ .\-_*|])\p{L}\1\p{L}\1/u;
const shellSign = /[$'"\\]/;

const clauseEnd = /(?<=[.!?;][)"'”]?)\s+(?=\S)|(?<=[。！？；])|\n+/u;
// What a semicolon joins is read apart and together: a reason often stands before it, the deed after it.
const fullStop = /(?<=[.!?][)"'”]?)\s+(?=\S)|(?<=[。！？])|\n+/u;

/** The name of a check is data: "the old line is removed" says what is checked, not what is done. */
function nameOfCheckApart(text: string): string {
  return text.replace(/(\bcheck\b[^.`\n]{0,40}\bpasses: )`([^`\n]*)`/gi, "$1a check.\n$2");
}

function splitSentences(text: string): readonly string[] {
  const whole = text.includes("; ") ? text.split(fullStop) : [];
  return [...whole, ...text.split(clauseEnd)]
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** A command with its disguises undone: quotes and backslashes inside words, `${IFS}`, and variables set in it. */
function plainShell(text: string): string {
  const values = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(
    /\b([A-Za-z_]\w{0,20})=["']?([\w./:-]{1,80})["']?(?=\s|;|&|$)/g,
  ))
    values.set(name, value);
  return text
    .replace(/\$\{?IFS\}?/g, " ")
    .replace(/\$\{?([A-Za-z_]\w{0,20})\}?/g, (whole, name: string) => values.get(name) ?? whole)
    .replace(/(?<=\w)(?:''|""|\\(?=\w))(?=\w)/g, "")
    .replace(/'([a-z])'(?=[a-z])/g, "$1")
    .replace(/\\\n\s*/g, " ");
}
