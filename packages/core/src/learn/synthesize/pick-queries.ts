import type { RankedQuery } from "../../ports/skill-finder.ts";
import { tokenise } from "../../text/tokens/tokens.ts";

const mostQueries = 12;
const leastQueries = 3;
const mostNegatives = 8;

export interface PickedQueries {
  /** Best first. Empty where no query would find its own skill. */
  readonly queries: readonly string[];
  readonly notFor: readonly string[];
}

/**
 * Of the queries that a model wrote for a skill, those that find it by `margin` or more before any other, the surest ones first. Where
 * that leaves fewer than three, the best three of those that find it at all. Queries that find another skill, and `negatives`
 * that were asked for, say what it is not for, unless they would keep a request of its own away from it.
 */
export function pickQueries(
  ranked: readonly RankedQuery[],
  { margin, negatives = [] }: { readonly margin: number; readonly negatives?: readonly string[] },
): PickedQueries {
  const byMargin = distinct(ranked).sort((a, b) => b.margin - a.margin);
  const sure = byMargin.filter((one) => one.margin >= margin);
  const first = byMargin.filter((one) => one.margin >= 0);
  const kept = sure.length >= leastQueries ? sure.slice(0, mostQueries) : first.slice(0, leastQueries);
  const queries = kept.map(({ query }) => query);
  const missed = byMargin.filter((one) => one.margin < 0).map(({ query }) => query);
  const own = queries.map((query) => new Set(tokenise(query)));
  const notFor = [...new Set([...negatives, ...missed])].filter((phrase) => isApart(phrase, own));
  return { queries, notFor: notFor.slice(0, mostNegatives) };
}

/** One query for each set of words, the surest of them. */
function distinct(ranked: readonly RankedQuery[]): RankedQuery[] {
  const byWords = new Map<string, RankedQuery>();
  for (const one of ranked) {
    const words = [...new Set(tokenise(one.query))].sort().join(" ");
    const before = byWords.get(words);
    if (words !== "" && (before === undefined || one.margin > before.margin)) byWords.set(words, one);
  }
  return [...byWords.values()];
}

/** Whether most of a phrase is in no query of the skill's own: what shares their words would turn them away. */
function isApart(phrase: string, own: readonly ReadonlySet<string>[]): boolean {
  const words = [...new Set(tokenise(phrase))];
  if (words.length === 0) return false;
  return own.every((query) => words.filter((word) => query.has(word)).length * 2 <= words.length);
}
