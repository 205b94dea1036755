import { buildSearchDocument } from "./index/search-document.ts";
import { retireUnused } from "./library/run-curate.ts";
import type { Clock } from "./ports/clock.ts";
import type { Store } from "./ports/store.ts";
import type { Scope } from "./types/scope.ts";

export interface MaintenancePorts {
  readonly store: Store;
  readonly clock: Clock;
  readonly scope: Scope;
  /** Days a trace is kept. */
  readonly traceRetentionDays: number;
}

const DAY_MS = 86_400_000;
const PURGE_BATCH = 200;

/** Compacts the store when that is due, drops traces past their retention, and retires what nobody uses. */
export async function runMaintenance({ store, clock, scope, traceRetentionDays }: MaintenancePorts): Promise<void> {
  const now = clock.now();
  await dropOldTraces({ store, scope, now, before: now - traceRetentionDays * DAY_MS });
  await retireUnused({ store, scope, now, buildSearchDocument });
  await store.maintain();
}

/**
 * Retention forgets the record of a run, not what was learned from it: unlike `purge`, it leaves the skills.
 */
async function dropOldTraces(facts: {
  readonly store: Store;
  readonly scope: Scope;
  readonly now: number;
  readonly before: number;
}): Promise<void> {
  const filter = { scope: facts.scope, reach: "within" } as const;
  for (;;) {
    const old = await facts.store.listTraces(filter, { before: facts.before, limit: PURGE_BATCH });
    if (old.length === 0) return;
    const gone = await facts.store.deleteTraces(
      filter,
      old.map(({ id }) => id),
    );
    if (gone === 0) return;
  }
}
