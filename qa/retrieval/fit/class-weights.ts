import type { RetrievalProbe } from "../data/formats.ts";

export interface Weighed {
  readonly group: string;
  readonly probe: Pick<RetrievalProbe, "class">;
}

/** The group whose classes are in the shares that count. */
const measured = "tune";
/** A class that an author wrote little of is not made up for by a few requests that count for many. */
const mostOfOne = 3;
/** A skill for who asks for none is worse than none for who asks for one. */
const noWorkAsked = { weight: 2.5, classes: new Set(["knowledge", "creation", "unrelated"]) } as const;

/** Few, and like what recall meets most: skills learned from repairs, in a small library. Their share of all examples. */
const repairs = { share: 0.09, group: "repairs" } as const;

/** What an example counts, such that each author's classes have the shares that the benchmark's have. */
export function classWeights(examples: readonly Weighed[]): readonly number[] {
  const wanted = sharesOf(examples.filter(({ group }) => group === measured));
  const groups = new Map<string, ReadonlyMap<string, number>>();
  for (const group of new Set(examples.map((example) => example.group)))
    groups.set(group, sharesOf(examples.filter((example) => example.group === group)));
  const few = examples.filter(({ group }) => group === repairs.group).length;
  const ofRepairs = ((examples.length - few) * repairs.share) / (1 - repairs.share) / Math.max(1, few);
  return examples.map(({ group, probe: { class: name } }) => {
    if (group === repairs.group) return ofRepairs;
    const has = groups.get(group)?.get(name) ?? 1;
    const shared = Math.min(mostOfOne, (wanted.get(name) ?? has) / has);
    return noWorkAsked.classes.has(name) ? shared * noWorkAsked.weight : shared;
  });
}

function sharesOf(examples: readonly Weighed[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const { probe } of examples)
    shares.set(probe.class, (shares.get(probe.class) ?? 0) + 1 / examples.length);
  return shares;
}
