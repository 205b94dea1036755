import { readFileSync } from "node:fs";
import { resolveFromCaller } from "./report.ts";

/** A list of lines from a foreign file, or the command's own corpus. Stops with exit code 2 on anything else. */
export function readLines<T>(
  path: string | undefined,
  own: URL,
  isLine: (value: unknown) => value is T,
): readonly T[] {
  const source = path === undefined ? own : resolveFromCaller(path);
  let lines: unknown;
  try {
    lines = JSON.parse(readFileSync(source, "utf8"));
  } catch (error) {
    return refuse(`Cannot read ${source} as JSON: ${(error as Error).message}`);
  }
  if (!Array.isArray(lines)) return refuse(`${source} does not hold a list.`);
  const wrong = lines.findIndex((line) => !isLine(line));
  if (wrong !== -1) return refuse(`Entry ${wrong + 1} of ${source} has not the shape this command reads.`);
  return lines;
}

function refuse(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}

/** `part` of `whole` in percent; an empty whole misses nothing. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : (part / whole) * 100;
}
