import { asciiPattern, isAscii } from "./ascii-pattern.ts";
import { indexText, meets } from "./literal-index.ts";
import { foldForLiterals, type LiteralTree, literalTree } from "./literals.ts";
import { rememberByText } from "./memo.ts";
import { buildPrefilter, type Prefilter } from "./prefilter.ts";
import type { ScanPattern } from "./scan-pattern.ts";
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

type Ordered = { readonly rule: ScanRule; readonly order: number };

const inOrder = scanRules.map((rule, order): Ordered => ({ rule, order }));
const of = (passage: ScanRule["passage"], decision: ScanRule["decision"]): readonly Ordered[] =>
  inOrder.filter(({ rule }) => rule.passage === passage && rule.decision === decision);
const blocks = [
  of("sentence", "reject"),
  of("sentence", "hold"),
  of("command", "reject"),
  of("command", "hold"),
];
const rules = blocks.flat();
const ends = blocks.map((_, index) => blocks.slice(0, index + 1).flat().length);
const [graveSentences = 0, allSentences = 0, graveCommands = 0, allCommands = 0] = ends;

/** Every prose rule that a sentence meets. */
export const matchSentence = matcherOf(0, allSentences);
/** Every rule for code that a command meets. */
export const matchCommand = matcherOf(allSentences, allCommands);
/** The prose rules that a sentence meets of those that reject. */
export const matchGraveSentence = matcherOf(0, graveSentences);
/** The rules for code that a command meets of those that reject. */
export const matchGraveCommand = matcherOf(allSentences, graveCommands);
/** Every rule that ties what several bullets say together. */
export const matchBullets = matcherOf(0, allCommands, ({ acrossBullets }) => acrossBullets === true);

// One for all rules, since a sentence is often the whole text, and then a command as well.
let prefilter: Prefilter | undefined;

/** A matcher of the rules from one place to before another. */
function matcherOf(
  from: number,
  to: number,
  isMeant: (rule: ScanRule) => boolean = () => true,
): (passage: string) => readonly ScanMatch[] {
  return rememberByText((passage) => {
    prefilter ??= buildPrefilter(rules.map(({ rule }) => rule.all));
    const folded = foldForLiterals(passage);
    const whole: Readable = { passage, lower: isAscii(passage) ? folded : undefined };
    const matches: ScanMatch[] = [];
    for (const index of prefilter.candidates(folded, from, to)) {
      const { rule, order } = rules[index] as Ordered;
      if (!isMeant(rule)) continue;
      indexText(folded);
      if (!rule.all.every((pattern) => meets(treeOf(pattern)))) continue;
      const found = matchRule(rule, whole);
      if (found !== undefined) matches.push({ order, rule, found });
    }
    return matches;
  }, rememberedCharacters);
}

const trees = new WeakMap<ScanPattern, LiteralTree>();

function treeOf(pattern: ScanPattern): LiteralTree {
  let tree = trees.get(pattern);
  if (tree === undefined) {
    tree = literalTree(pattern);
    trees.set(pattern, tree);
  }
  return tree;
}

/** A passage, and its lower case where that can stand for it. */
interface Readable {
  readonly passage: string;
  readonly lower: string | undefined;
}

const lowerPatterns = new WeakMap<ScanPattern, RegExp | "none">();

function find(pattern: ScanPattern, { passage, lower }: Readable): RegExpExecArray | null {
  if (lower === undefined) return pattern.exec(passage);
  let cheap = lowerPatterns.get(pattern);
  if (cheap === undefined) {
    cheap = asciiPattern(pattern) ?? "none";
    lowerPatterns.set(pattern, cheap);
  }
  return cheap === "none" ? pattern.exec(passage) : cheap.exec(lower);
}

function matchRule(rule: ScanRule, whole: Readable): string | undefined {
  const [first, ...others] = rule.all;
  if (first === undefined || !others.every((pattern) => find(pattern, whole) !== null)) return undefined;
  const { passage, lower } = whole;
  // Most rules meet nothing, so what excuses a find is asked last.
  let found = find(first, whole);
  if (found === null || rule.unless?.some((pattern) => find(pattern, whole) !== null) === true)
    return undefined;
  let from = 0;
  while (found !== null) {
    const start = from + found.index;
    const end = start + found[0].length;
    const excused =
      (spoken.has(rule.code) && isMentioned(passage, start, end)) ||
      (rule.warnable && isWarnedAgainst(passage, start, end));
    if (!excused) return passage.slice(start, end);
    from = Math.max(end, from + 1);
    found = find(first, { passage: passage.slice(from), lower: lower?.slice(from) });
  }
  return undefined;
}
