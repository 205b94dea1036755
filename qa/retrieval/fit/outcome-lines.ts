import type { Outcome } from "./fit-model.ts";

const thresholds = [0.2, 0.3, 0.4, 0.5, 0.6];

/** What a fit did on libraries that it had not seen: F1 and classes by threshold, and what ranked first. */
export function outcomeLines(outcomes: readonly Outcome[], chosen: number): readonly string[] {
  return [...grouped(outcomes, ({ group }) => group)].flatMap(([group, own]) => [
    ...[...thresholds, chosen].map((threshold) => `${group}: at ${told(own, threshold)}`),
    `${group}: ranked first: ${shares(
      own.filter(({ expectsNothing }) => !expectsNothing),
      ({ isRight }) => isRight,
    )}`,
  ]);
}

function told(outcomes: readonly Outcome[], threshold: number): string {
  const given = outcomes.filter(({ confidence }) => confidence >= threshold);
  const hits = given.filter(({ isRight }) => isRight).length;
  const wanted = outcomes.filter(({ expectsNothing }) => !expectsNothing).length;
  const f1 = (2 * hits) / (given.length + wanted);
  const isRight = (outcome: Outcome): boolean =>
    outcome.confidence >= threshold ? outcome.isRight : outcome.expectsNothing;
  return `${threshold.toFixed(2)} F1 ${f1.toFixed(3)} ${shares(outcomes, isRight)}`;
}

/** Of each class, in percent. */
function shares(outcomes: readonly Outcome[], counts: (outcome: Outcome) => boolean): string {
  return [...grouped(outcomes, ({ probe }) => probe.class)]
    .map(([name, own]) => `${name} ${Math.round((100 * own.filter(counts).length) / own.length)}`)
    .join(" ");
}

function grouped(
  outcomes: readonly Outcome[],
  nameOf: (outcome: Outcome) => string,
): ReadonlyMap<string, readonly Outcome[]> {
  const groups = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const name = nameOf(outcome);
    groups.set(name, [...(groups.get(name) ?? []), outcome]);
  }
  return groups;
}
