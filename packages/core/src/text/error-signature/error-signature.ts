import { shortHash } from "../hash.ts";
import { remembered } from "../remembered.ts";
import { selectErrorLines } from "./error-lines.ts";
import { isGenericLine } from "./error-words.ts";

/** What identifies an error, equal for two occurrences of it. */
export interface ErrorSignature {
  /** The normalised lines that say what went wrong, joined by `\n`; `""` when there are none. */
  readonly text: string;
  /** 16 hex digits of `text`. */
  readonly hash: string;
  /** True when too little is left to identify an error ("exit code 1"): never look up such a hash. */
  readonly generic: boolean;
  /** The same lines as printed, without colours: the symptoms. */
  readonly lines: readonly string[];
}

/**
 * The signature of an error's text, which may be hundreds of lines of output. See `errorText` for other values. One
 * failing call is asked about three times: by its session, by recall, and when its run is stored.
 */
export const errorSignature: (text: string) => ErrorSignature = remembered(workedOut, {
  kept: 16,
  longest: 16_384,
});

function workedOut(text: string): ErrorSignature {
  const lines = selectErrorLines(text);
  const normalised = lines.map((line) => line.normalised).join("\n");
  return {
    text: normalised,
    hash: shortHash(normalised, 16),
    generic: lines.every((line) => isGenericLine(line.normalised)),
    lines: lines.map((line) => line.raw),
  };
}
