import { readJson } from "../read-json.ts";
import { errorText } from "./error-text.ts";

/** A line of output, and whether it is a message taken out of JSON. */
export interface OutputLine {
  readonly text: string;
  readonly isMessage: boolean;
}

const longestJson = 16_384;
const mostLines = 200;
/** Lines that only open an object, and are followed to its end. */
const mostObjects = 20;
const errorKeys = /["'](?:error|errors|err|message|msg|detail|details|reason|title)["']\s{0,4}:/;
const maximumDepth = 5;
const pythonText = /"(?:[^"\\]|\\.){0,400}"|'((?:[^'\\"]|\\.){0,400})'(?=\s{0,4}[:,}\]])/g;

/** Loggers and frameworks shorten the names that `errorText` reads. */
const fullNames = new Map([
  ["err", "error"],
  ["msg", "message"],
  ["title", "reason"],
]);

function withFullNames(value: unknown, depth: number): unknown {
  if (value === null || typeof value !== "object" || depth > maximumDepth) return value;
  if (Array.isArray(value)) return value.map((item) => withFullNames(item, depth + 1));
  const entries = Object.entries(value);
  const saysMore = entries.some(([key]) => key !== "title" && errorKeys.test(`"${key}":`));
  return Object.fromEntries(
    entries
      .filter(([key]) => !(key === "title" && saysMore))
      .map(([key, inner]) => {
        const name = fullNames.get(key) ?? key;
        return [name in value ? key : name, withFullNames(inner, depth + 1)];
      }),
  );
}

/** A log line of a run that goes well says so in its level: numbers under 50 are no errors. */
function isQuiet(value: object): boolean {
  const level = (value as Readonly<Record<string, unknown>>)["level"];
  if (typeof level === "number") return level < 50;
  return typeof level === "string" && /^(?:trace|debug|verbose|info|notice)$/i.test(level);
}

function parsed(text: string): object | undefined {
  if (text.length > longestJson || !errorKeys.test(text)) return undefined;
  const read = readJson(text);
  if (read.ok) return typeof read.value === "object" && read.value !== null ? read.value : undefined;
  if (!text.includes("': ")) return undefined;
  // Python prints a dict with its own quotes and constants.
  const quoted = text
    .replace(pythonText, (whole, inner?: string) => (inner === undefined ? whole : `"${inner}"`))
    .replace(/(?<=: )(?:None|True|False)(?=[,}\]])/g, (word) =>
      word === "None" ? "null" : word.toLowerCase(),
    );
  const again = readJson(quoted);
  return again.ok && typeof again.value === "object" && again.value !== null ? again.value : undefined;
}

function messagesOf(value: object): readonly OutputLine[] {
  if (isQuiet(value)) return [];
  const items = Array.isArray(value) ? value : [value];
  const text = items.map((item) => errorText(withFullNames(item, 0))).join("\n");
  return text.split("\n").map((line) => ({ text: line, isMessage: true }));
}

interface FoundJson {
  readonly value: object;
  /** What stands before it in its line. */
  readonly before: string;
  /** How many lines it takes. */
  readonly taken: number;
}

function jsonInLine(line: string): FoundJson | undefined {
  const start = line.search(/[{[]/);
  if (start === -1) return undefined;
  const end = Math.max(line.lastIndexOf("}"), line.lastIndexOf("]"));
  if (end <= start + 4) return undefined;
  const value = parsed(line.slice(start, end + 1));
  return value && { value, before: line.slice(0, start).trim(), taken: 1 };
}

/** An object or list that begins with a line of its own and ends with one of the same margin. */
function jsonInLines(lines: readonly string[], index: number): FoundJson | undefined {
  const line = lines[index] ?? "";
  const closing = line.trim() === "{" ? "}" : "]";
  const margin = line.slice(0, line.length - line.trimStart().length);
  const limit = Math.min(lines.length, index + mostLines);
  for (let last = index + 1; last < limit; last += 1) {
    if ((lines[last] ?? "").trimEnd() !== margin + closing) continue;
    const value = parsed(lines.slice(index, last + 1).join("\n"));
    return value === undefined ? undefined : { value, before: "", taken: last - index + 1 };
  }
  return undefined;
}

/**
 * The lines of an output, with what JSON in it says went wrong in place of the JSON: a whole answer, a body
 * after its headers, an object inside a sentence, or one object a line as loggers write it.
 */
export function linesWithMessages(text: string): readonly OutputLine[] {
  const lines = text.split("\n");
  const found: OutputLine[] = [];
  let objects = 0;
  for (let index = 0; index < lines.length; ) {
    const line = lines[index] ?? "";
    let json = jsonInLine(line);
    if (json === undefined && objects < mostObjects && /^\s*[{[]\s*$/.test(line)) {
      objects += 1;
      json = jsonInLines(lines, index);
    }
    if (json === undefined) {
      found.push({ text: line, isMessage: false });
      index += 1;
      continue;
    }
    if (json.before !== "") found.push({ text: json.before, isMessage: false });
    found.push(...messagesOf(json.value));
    index += json.taken;
  }
  return found;
}
