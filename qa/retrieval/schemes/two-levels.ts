import type { ScoreRows } from "../baselines/baseline.ts";

/** How close the second domain has to come to the first for both to be searched, as a cosine. */
const unsureWithin = 0.03;

/**
 * First the domain, then the task: only skills of the best domain are ranked, and those of the second too where the
 * first is not sure. `byDomain` holds a score for each query and domain, `byTask` one for each query and skill.
 */
export function twoLevels(request: {
  readonly byDomain: ScoreRows;
  readonly byTask: ScoreRows;
  /** The domain of each skill, as a place in a row of `byDomain`. */
  readonly domainOf: readonly number[];
}): ScoreRows {
  const { byDomain, byTask, domainOf } = request;
  return byTask.map((row, query) => {
    const domains = byDomain[query] ?? new Float64Array(0);
    const [best = 0, second = 0] = [...domains.keys()].sort(
      (a, b) => (domains[b] as number) - (domains[a] as number),
    );
    const isUnsure = (domains[best] as number) - (domains[second] as number) < unsureWithin;
    const searched = new Set(isUnsure ? [best, second] : [best]);
    return row.map((score, skill) => (searched.has(domainOf[skill] as number) ? score : -1));
  });
}
