import { scopeKey } from "../../text/scope-key.ts";
import type { Claim, StoredClaim } from "../../types/claim.ts";
import type { Scope } from "../../types/scope.ts";

/** So many new claims in skills before anybody is asked what they have in common. */
const claimsBetween = 5;
const mostShown = 40;
const leastRuns = 3;
const leastSkills = 2;

/** A claim that a principle may rest on. */
export interface PrincipleSource {
  readonly id: string;
  readonly claim: Claim;
  readonly skillId: string;
  /** The run as its host names it, or its trace: twenty copies of one run are one. */
  readonly run: string;
  readonly at: number;
}

/** Claims of exactly this scope that are in a skill, oldest run first. One with a hold, or of a passing cause, carries nothing. */
export function principleSources(used: readonly StoredClaim[], scope: Scope): readonly PrincipleSource[] {
  const key = scopeKey(scope);
  return used
    .flatMap((stored): readonly PrincipleSource[] => {
      const { id, taught, state, skillId, at } = stored;
      if (taught.kind !== "root-cause" || state !== "used" || skillId === undefined) return [];
      if (scopeKey(stored.scope) !== key || taught.claim.transient || taught.claim.holds.length > 0)
        return [];
      return [{ id, claim: taught.claim, skillId, run: stored.runId ?? stored.traceId, at }];
    })
    .toSorted((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
}

/** The newest of them, as many as go into a prompt. */
export function shownSources(sources: readonly PrincipleSource[]): readonly PrincipleSource[] {
  return sources.slice(-mostShown);
}

/** Whether anything that rests on all of these could be a principle. */
export function canCarryPrinciple(sources: readonly PrincipleSource[]): boolean {
  const runs = new Set(sources.map(({ run }) => run));
  const skills = new Set(sources.map(({ skillId }) => skillId));
  return runs.size >= leastRuns && skills.size >= leastSkills;
}

/**
 * How often a scope's claims in skills have become five more, and those that were there when they last did. `used` are all
 * used claims of the scope: counted from the store, the answer is the same after a restart, and while a model is away.
 */
export function principleRound({
  used,
  scope,
}: {
  readonly used: readonly StoredClaim[];
  readonly scope: Scope;
}): { readonly round: number; readonly claims: readonly StoredClaim[] } {
  const sources = principleSources(used, scope);
  const round = Math.floor(sources.length / claimsBetween);
  const counted = new Set(sources.slice(0, round * claimsBetween).map(({ id }) => id));
  return { round, claims: used.filter(({ id }) => counted.has(id)) };
}
