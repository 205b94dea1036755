import { lazyPattern, type ScanPattern } from "./scan-pattern.ts";

/** What can be printed into a prompt, and so must be scanned. */
export type ScanField = "name" | "description" | "bullet" | "example" | "symptom" | "key";

/**
 * One thing to look for. All patterns of `all` must be found in one passage and none of `unless`; the first
 * pattern of `all` is the one whose surroundings are read for a warning.
 */
export interface ScanRule {
  readonly code: string;
  readonly decision: "hold" | "reject";
  /** For a person, in the words of "this text …". */
  readonly detail: string;
  /** `sentence` for prose; `command` for code, which is read with its quoting tricks undone. */
  readonly passage: "sentence" | "command";
  readonly all: readonly ScanPattern[];
  readonly unless?: readonly ScanPattern[];
  /** True when "never do this" makes it harmless; false where the negation is part of the attack. */
  readonly warnable: boolean;
  /** True where the deed may be spread over several bullets and the pattern ties its parts together by a name. */
  readonly acrossBullets?: boolean;
}

interface RuleGroup {
  readonly code: string;
  readonly decision: "hold" | "reject";
  readonly detail: string;
  readonly passage: "sentence" | "command";
  readonly warnable: boolean;
}

type Alternative =
  | ScanPattern
  | {
      readonly all: readonly ScanPattern[];
      readonly unless?: readonly ScanPattern[];
      readonly warnable?: boolean;
      readonly acrossBullets?: boolean;
    };

/** Rules that share a code: each alternative is enough by itself. */
export function ruleGroup(group: RuleGroup, alternatives: readonly Alternative[]): readonly ScanRule[] {
  return alternatives.map((alternative) =>
    "all" in alternative ? { ...group, ...alternative } : { ...group, all: [alternative] },
  );
}

/** After a gap of any characters a word begins at its beginning: "men" is not the end of "payments". */
function atWordStarts(source: string): string {
  return source.replace(/(\[\^[^\]]*\]\{0,\d+\}\??\)?)(?=\(\?:[\p{L}(\\])/gu, "$1(?<![\\p{L}\\p{N}])");
}

/** `first`, then at most `words` words, then `second`. */
export function near(first: string, second: string, words = 5): ScanPattern {
  return lazyPattern(
    `\\b(?:${atWordStarts(first)})(?:[^\\p{L}\\p{N}_\\n]+[\\p{L}\\p{N}'’_.-]+){0,${words}}?[^\\p{L}\\p{N}_\\n]+(?:${atWordStarts(second)})`,
    "iu",
  );
}

export function word(body: string): ScanPattern {
  return lazyPattern(`(?<![\\p{L}\\p{N}_-])(?:${atWordStarts(body)})(?![\\p{L}\\p{N}_-])`, "iu");
}
