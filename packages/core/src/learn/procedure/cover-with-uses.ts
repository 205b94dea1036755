import { callSkeleton } from "../../text/shell/command-skeleton.ts";
import type { Example } from "../../types/skill.ts";
import type { Attempt } from "../repair.ts";

/** A skill of the run's own scope that the run used, as it was shown to it: what builds on it is read in that scope. */
export interface UsedSkill {
  readonly name: string;
  readonly example?: Example | undefined;
}

/** A stretch of a run: one call, or those that do what a used skill's example shows. */
export type Stretch =
  | { readonly call: Attempt; readonly use?: undefined }
  | { readonly use: string; readonly call?: undefined };

/** One call is no stretch: it says more where it stands than under the name of a skill. */
const fewestCalls = 2;

/**
 * The calls of a run with what a used skill covers under its name. Longer examples are looked for first, so that a part
 * of a part does not hide it.
 */
export function coverWithUses(attempts: readonly Attempt[], uses: readonly UsedSkill[]): readonly Stretch[] {
  const examples = uses
    .map(({ name, example }) => ({ name, calls: example?.calls ?? [] }))
    .filter(({ calls }) => calls.length >= fewestCalls)
    .sort((a, b) => b.calls.length - a.calls.length || (a.name < b.name ? -1 : 1));
  const skeletons = attempts.map(({ step }) => `${step.tool} ${callSkeleton(step.tool, step.input)}`);
  const coveredBy = new Map<number, string>();
  const taken = new Set<number>();
  for (const { name, calls } of examples) {
    const wanted = calls.map(({ tool, skeleton }) => `${tool} ${skeleton}`);
    for (let from = 0; from + wanted.length <= attempts.length; from += 1) {
      const places = wanted.map((_unused, at) => from + at);
      if (places.some((at) => taken.has(at) || skeletons[at] !== wanted[at - from])) continue;
      coveredBy.set(from, name);
      for (const at of places) taken.add(at);
    }
  }
  return attempts.flatMap((call, at): readonly Stretch[] => {
    const use = coveredBy.get(at);
    if (use !== undefined) return [{ use }];
    return taken.has(at) ? [] : [{ call }];
  });
}
