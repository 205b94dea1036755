import type { StatsIncrement } from "../types/evidence.ts";
import type { Scope } from "../types/scope.ts";

/** The id of a counter row. A bullet id may hold any character, so it is encoded. */
export function statsId({ skillId, bulletId }: Pick<StatsIncrement, "skillId" | "bulletId">): string {
  return bulletId === undefined ? skillId : `${skillId}|${encodeURIComponent(bulletId)}`;
}

export interface StatsSum {
  readonly id: string;
  readonly scope: Scope;
  readonly skillId: string;
  readonly bulletId: string | undefined;
  shown: number;
  used: number;
  helpful: number;
  harmful: number;
  lastUsedAt: number | undefined;
}

/** Adds up increments by counter row, so that a burst becomes one addition a row. */
export function sumIncrements(
  increments: readonly { readonly increment: StatsIncrement; readonly now: number }[],
): readonly StatsSum[] {
  const sums = new Map<string, StatsSum>();
  for (const { increment, now } of increments) {
    const { scope, skillId, bulletId } = increment;
    const id = statsId(increment);
    const none = { shown: 0, used: 0, helpful: 0, harmful: 0, lastUsedAt: undefined };
    const sum = sums.get(id) ?? { id, scope, skillId, bulletId, ...none };
    sum.shown += increment.shown ?? 0;
    sum.used += increment.used ?? 0;
    sum.helpful += increment.helpful ?? 0;
    sum.harmful += increment.harmful ?? 0;
    if ((increment.used ?? 0) > 0) sum.lastUsedAt = Math.max(now, sum.lastUsedAt ?? 0);
    sums.set(id, sum);
  }
  return [...sums.values()];
}
