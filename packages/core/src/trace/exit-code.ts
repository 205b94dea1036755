import { isRecord, readField } from "./json-value.ts";

const number = String.raw`(-?\d{1,10})`;
const trailers: readonly RegExp[] = [
  // "Exit code: 1", "[exit status 1]", "(exit code 1)", "returncode: 1", "[The command completed with exit code 1.]"
  new RegExp(
    String.raw`^[[(<]?\s*(?:(?:the )?(?:command|process|program|script|shell) )?(?:(?:exited|finished|completed|failed|terminated|ended) )?(?:with )?(?:non-zero )?(?:(?:exit|return)[\s_-]*(?:code|status|value)\s*[:=]?|exit\s*[:=])\s*${number}\.?\s*[\])>]?\.?$`,
    "i",
  ),
  new RegExp(
    String.raw`^[[(]?(?:the )?(?:command|process|program|script|shell) (?:exited|finished|completed|failed|terminated|returned)(?: with)?(?: non-zero)?(?: exit)?(?: code| status)?\s*:?\s*${number}\.?[\])]?$`,
    "i",
  ),
  new RegExp(String.raw`^<(?:returncode|exit_?code|exit-code|return_code)>\s*${number}\s*</`, "i"),
  new RegExp(String.raw`^(?:Error: )?Command failed with exit code ${number}\b`),
];

/** Every trailer has one of these words: most lines of most outputs have none. */
const mention = /exit|return|failed|finished|completed|terminated/i;

function codeOnLine(line: string): number | undefined {
  if (!mention.test(line)) return undefined;
  for (const trailer of trailers) {
    const found = trailer.exec(line.trim())?.[1];
    if (found !== undefined) return Number(found);
  }
  return undefined;
}

/**
 * The exit code that a shell tool printed around its output, on one of the first three or the last six
 * lines, where agents' shells put it. In `content` (a file that was read, say) only the very first line
 * and a bracketed one count: any other line can be the content's own.
 */
export function exitCodeInText(text: string, { content }: { readonly content: boolean }): number | undefined {
  if (!mention.test(text)) return undefined;
  const lines = text.trim().split(/\r?\n/);
  const head = lines.slice(0, content ? 1 : 3);
  const tail = lines.slice(Math.max(head.length, lines.length - 6)).reverse();
  const candidates = content ? tail.filter((line) => /^\s*[[<]/.test(line)) : tail;
  for (const line of [...head, ...candidates]) {
    const code = codeOnLine(line);
    if (code !== undefined) return code;
  }
  return undefined;
}

const judged = 20_000;

/**
 * A text without the lines that only state the exit code, for judging its form. The middle of a long text
 * is left out: errors stand at its ends.
 */
export function withoutExitLines(text: string): string {
  const ends =
    text.length > judged ? `${text.slice(0, judged / 2)}\n${text.slice(text.length - judged / 2)}` : text;
  if (!mention.test(ends)) return ends;
  return ends
    .split("\n")
    .filter((line) => codeOnLine(line) === undefined)
    .join("\n");
}

/** What a child process left behind, in any of the usual shapes. */
export interface ProcessResult {
  readonly stdout: string;
  readonly stderr: string;
  /** `null` when a signal killed it. */
  readonly exitCode?: number | null;
  readonly signal?: string;
}

function streamText(value: unknown): string {
  if (typeof value === "string") return value;
  return ArrayBuffer.isView(value) ? new TextDecoder().decode(value as Uint8Array) : "";
}

/**
 * Reads `{ stdout, stderr, exitCode | exit_code | code | status | returncode, signal }`: the results of
 * `exec`, `spawnSync`, execa and Python's `subprocess`, thrown or returned.
 */
export function processResult(value: unknown): ProcessResult | undefined {
  if (!isRecord(value) && !(value instanceof Error)) return undefined;
  const hasStreams = ["stdout", "stderr"].some((key) => {
    const stream = readField(value, key);
    return typeof stream === "string" || ArrayBuffer.isView(stream);
  });
  const own = ["exitCode", "exit_code", "returncode", "returnCode", "return_code"];
  const keys = hasStreams ? [...own, "code", "status"] : own;
  const places = [value, readField(value, "metadata")];
  const codes = places.flatMap((place) => keys.map((key) => readField(place, key)));
  const code = codes.find((candidate) => typeof candidate === "number") as number | undefined;
  if (!hasStreams && code === undefined) return undefined;
  const named = readField(value, "signal");
  const signal = typeof named === "string" && named !== "" ? named : undefined;
  const killed = code === undefined && signal !== undefined;
  const stdout = hasStreams
    ? readField(value, "stdout")
    : (readField(value, "output") ?? readField(value, "result"));
  return {
    stdout: streamText(stdout),
    stderr: streamText(readField(value, "stderr")),
    ...(code !== undefined ? { exitCode: code } : killed ? { exitCode: null } : {}),
    ...(signal === undefined ? {} : { signal }),
  };
}
