import { SkillLoopError } from "../errors.ts";
import { invalidTrace } from "../schema/invalid-trace.ts";
import { readJson } from "../text/read-json.ts";

export type TraceFileEntry =
  | { readonly line: number; readonly input: unknown }
  | { readonly line: number; readonly error: SkillLoopError };

const unparsable = (name: string, problem: string): SkillLoopError =>
  new SkillLoopError({
    code: "UNPARSABLE_FILE",
    message: `The file ${name} cannot be read as traces: ${problem}`,
    remedy: "Give it one JSON object, a JSON array of objects, or one JSON object a line.",
  });

function readLines(text: string): readonly TraceFileEntry[] {
  const entries: TraceFileEntry[] = [];
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (line.trim() === "") continue;
    const read = readJson(line);
    const number = index + 1;
    if (read.ok) entries.push({ line: number, input: read.value });
    else {
      const problem = `on line ${number} cannot be read: ${read.message.replace(/\.$/, "")}`;
      const remedy = "Mend or remove this line; the other lines were read.";
      entries.push({ line: number, error: invalidTrace({ path: "", problem, remedy }) });
    }
  }
  return entries;
}

const isObject = (entry: TraceFileEntry): boolean =>
  "input" in entry && typeof entry.input === "object" && entry.input !== null;

/**
 * The traces of a JSON or JSONL file, each with its line (its position, from 1, in a JSON array). A bad
 * line is an error of that line alone; a file without any readable one throws `UNPARSABLE_FILE`.
 */
export function readTraceFile(text: string, name: string): readonly TraceFileEntry[] {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (source.trim() === "") throw unparsable(name, "it is empty.");
  const whole = readJson(source);
  if (whole.ok && Array.isArray(whole.value)) {
    return whole.value.map((input: unknown, index) => ({ line: index + 1, input }));
  }
  if (whole.ok) return [{ line: 1, input: whole.value }];
  const first =
    source
      .trimStart()
      .split(/\r\n|\n|\r/, 1)[0]
      ?.trim() ?? "";
  // A line that only opens a bracket begins one document over many lines, not one document a line.
  if (/^[[{]{1,2}$/.test(first)) throw unparsable(name, whole.message);
  const entries = readLines(source);
  if (!entries.some(isObject)) throw unparsable(name, whole.message);
  return entries;
}
