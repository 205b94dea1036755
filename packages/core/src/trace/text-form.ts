import {
  closings,
  complaint,
  logLine,
  openings,
  shellComplaint,
  summaries,
  trailer,
} from "./error-patterns.ts";

const maximumCharacters = 16_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one.
const ansi = /\u001b\[[0-9;?]*[ -/]*[@-~]/g;
const stackFrame = /^\s+at .*(?:[:(]\d+|\(native|<anonymous>|\.java)|^\s+at \S+$/;
const objectDump = /^\s*(?:[\]}],?|[\w$'"[\]]+: .*[,[{]?|'[^']*',?)\s*(?:\{|\})?$/;
const namedException =
  /^(?:[A-Za-z_$][\w$]*[.:])*[\w$]*(?:Error|Exception|Interrupt|Exit|Warning|Fault)\b(?::|$|\s*\[)/;
const sourceFrame = /^\s*File "[^"]+", line \d+|^\s*\^+\s*$|^\s*[~^]+$|:in [`']/;

/** Lines that say something, without colours and without the remarks that follow an error. */
function meaningfulLines(text: string): readonly string[] {
  const shown =
    text.length > maximumCharacters
      ? `${text.slice(0, maximumCharacters / 2)}\n${text.slice(-maximumCharacters / 2)}`
      : text;
  const lines = shown
    .replace(ansi, "")
    .split(/\r?\n|\r/)
    .map((line) => line.trimEnd())
    .filter((line) => line.trim() !== "");
  while (lines.length > 1 && trailer.test(lines.at(-1) ?? "")) lines.pop();
  return lines;
}

const looksLikeDocument = (lines: readonly string[]): boolean =>
  lines.some((line) => /^#{1,6} \S|^```/.test(line)) && !lines.some((line) => stackFrame.test(line));

const looksLikeLog = (lines: readonly string[]): boolean =>
  lines.length >= 3 && lines.some((line) => logLine.test(line));

/** An uncaught exception: the text ends in its name and message, or in its stack. */
function endsInException(lines: readonly string[]): boolean {
  let end = lines.length - 1;
  const dumped = /^\s*\}$/.test(lines[end] ?? "");
  while (end > 0 && (stackFrame.test(lines[end] ?? "") || (dumped && objectDump.test(lines[end] ?? ""))))
    end -= 1;
  const last = (lines[end] ?? "").trim();
  const hadStack = end < lines.length - 1;
  const traceback = lines.some((line) => /^\s*Traceback \(most recent call last\):/.test(line));
  if (traceback && /^(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*(?:: .*)?$/.test(last)) return true;
  if (/\((?:\w+::)*\w+(?:Error|Exception)\)$/.test(last) && /:in [`']/.test(last)) return true;
  const framed = hadStack || traceback || lines.slice(0, -1).some((line) => sourceFrame.test(line));
  if (framed && namedException.test(last)) return true;
  // A stack whose message has several lines: the name stands higher up, alone at the start of its line.
  return hadStack && lines.slice(Math.max(0, end - 12), end).some((line) => namedException.test(line));
}

/** The pattern is a slow one, and every shell parts what it complains about by a colon. */
const isShellComplaint = (line: string): boolean => line.includes(": ") && shellComplaint.test(line);

function isComplaint(lines: readonly string[]): boolean {
  const last = lines.at(-1) ?? "";
  if (isShellComplaint(last) && lines.length <= 3) return true;
  const complaints = lines.filter((line) => complaint.test(line) || isShellComplaint(line)).length;
  return complaints > 0 && complaints * 2 >= lines.length;
}

/** Whether the lines are a program's own complaint, which even a command that only reads can utter. */
export function isComplaintText(text: string): boolean {
  const lines = meaningfulLines(text);
  const git = lines.length > 0 && lines.every((line) => /^(?:fatal|error|hint|warning): /.test(line));
  return isComplaint(lines) || (git && lines.some((line) => /^(?:fatal|error): /.test(line)));
}

/**
 * Whether a result without any flag or exit code is an error by its own form: it begins as an error does,
 * or ends as one does. The words alone prove nothing: "0 errors", a listing with `error.ts` in it, source
 * code that throws, and a page about errors are ordinary results.
 */
export function isErrorText(text: string): boolean {
  if (/^\s*<(?:tool_use_error|error)>[\s\S]*<\/(?:tool_use_error|error)>\s*$/.test(text)) return true;
  const lines = meaningfulLines(text);
  const first = (lines[0] ?? "").trim();
  const last = (lines.at(-1) ?? "").trim();
  if (first === "") return false;
  if (isComplaint(lines)) return true;
  if (endsInException(lines)) return true;
  const tail = lines.slice(-8);
  if (tail.some((line) => summaries.some((pattern) => pattern.test(line)))) return true;
  if (looksLikeLog(lines) || looksLikeDocument(lines)) return false;
  if (/^Traceback /.test(first)) return false;
  if (closings.some((pattern) => pattern.test(last))) return true;
  return openings.some((pattern) => pattern.test(first));
}
