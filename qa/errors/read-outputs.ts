import { readdirSync, readFileSync } from "node:fs";
import { type Half, halfOf } from "./half.ts";

/** One error a program can make, as printed on several occasions: with other names, places, times and noise. */
export interface PrintedError {
  /** `source/case/name`. */
  readonly id: string;
  /** Words of the line that says what went wrong. */
  readonly telling: string;
  readonly outputs: readonly string[];
}

/** Errors of one program that are easily taken for one another. */
export interface ErrorCase {
  readonly id: string;
  readonly source: string;
  readonly half: Half;
  readonly errors: readonly PrintedError[];
}

const folder = new URL("./outputs/", import.meta.url);
// Control characters stand in the files as their pictures, so that editors and diffs leave them alone.
const pictures = new Map([
  ["␛", "\u001b"],
  ["␍", "\r"],
  ["␇", "\u0007"],
]);
const printed = (text: string): string =>
  text.replace(/[␛␍␇]/g, (picture) => pictures.get(picture) ?? picture).replace(/\n+$/, "");

/** All cases of `outputs/`, one file a source. Throws on a file that has not the form of `outputs/README.md`. */
export function readOutputs(): readonly ErrorCase[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".txt"))
    .sort()
    .flatMap((name) => casesOf(name.slice(0, -".txt".length), readFileSync(new URL(name, folder), "utf8")));
}

/** The cases of one file. */
export function casesOf(source: string, text: string): readonly ErrorCase[] {
  return text
    .split(/^@@@ case /m)
    .slice(1)
    .map((block) => {
      const [name = "", ...errors] = block.split(/^@@@ error /m);
      const id = `${source}/${name.trim()}`;
      return { id, source, half: halfOf(id), errors: errors.map((error) => errorOf(id, error)) };
    });
}

function errorOf(caseId: string, block: string): PrintedError {
  const [head = "", ...rest] = block.split("\n");
  const parts = head.split(" | ");
  const [name, telling] = [parts[0], parts.slice(1).join(" | ")];
  if (name === undefined || telling === "") throw new Error(`${caseId}: no telling words in "${head}".`);
  return {
    id: `${caseId}/${name}`,
    telling,
    outputs: rest
      .join("\n")
      .split(/^@@@ again\n/m)
      .map(printed),
  };
}
