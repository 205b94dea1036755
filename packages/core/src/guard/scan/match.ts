import { rememberByText } from "./memo.ts";
import { buildPrefilter, type Prefilter } from "./prefilter.ts";
import type { ScanRule } from "./scan-rule.ts";
import { scanRules } from "./scan-rules.ts";
import { isMentioned, isWarnedAgainst } from "./warning.ts";

/** A rule that a passage meets, and the words that met it. */
export interface ScanMatch {
  /** The rule's place in the list of all rules, which are in order of weight. */
  readonly order: number;
  readonly rule: ScanRule;
  readonly found: string;
}

// Skills that are learned share most of their sentences.
const rememberedCharacters = 400_000;

// Where the words themselves are the attack, words that are only quoted are none. A deed stays one in quotes.
const spoken = new Set([
  "override-instructions",
  "role-hijack",
  "secrecy",
  "imitated-turn",
  "hidden-markup",
  "self-promotion",
  "false-permission",
]);

/** Every prose rule that a sentence meets. */
export const matchSentence = matcherOf((rule) => rule.passage === "sentence");
/** Every rule for code that a command meets. */
export const matchCommand = matcherOf((rule) => rule.passage === "command");
/** Every rule that ties what several bullets say together. */
export const matchBullets = matcherOf((rule) => rule.acrossBullets === true);

function matcherOf(isMeant: (rule: ScanRule) => boolean): (passage: string) => readonly ScanMatch[] {
  const rules = scanRules.map((rule, order) => ({ rule, order })).filter(({ rule }) => isMeant(rule));
  let prefilter: Prefilter | undefined;
  return rememberByText((passage) => {
    prefilter ??= buildPrefilter(rules.map(({ rule }) => rule.all));
    const matches: ScanMatch[] = [];
    for (const index of prefilter.candidates(passage)) {
      const { rule, order } = rules[index] as (typeof rules)[number];
      const found = matchRule(rule, passage);
      if (found !== undefined) matches.push({ order, rule, found });
    }
    return matches;
  }, rememberedCharacters);
}

function matchRule(rule: ScanRule, passage: string): string | undefined {
  const [first, ...others] = rule.all;
  if (first === undefined || !others.every((pattern) => pattern.test(passage))) return undefined;
  if (rule.unless?.some((pattern) => pattern.test(passage)) === true) return undefined;
  let from = 0;
  for (;;) {
    const match = first.exec(passage.slice(from));
    if (match === null) return undefined;
    const start = from + match.index;
    const end = start + match[0].length;
    const excused =
      (spoken.has(rule.code) && isMentioned(passage, start, end)) ||
      (rule.warnable && isWarnedAgainst(passage, start, end));
    if (!excused) return match[0];
    from = Math.max(end, from + 1);
  }
}
