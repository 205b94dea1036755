import { curateLibrary } from "./library/run-curate.ts";
import { type LibraryPorts, libraryTools } from "./loop/library-tools.ts";
import type { Scope } from "./types/scope.ts";

export interface Upkeep {
  readonly scope: Scope;
  /** Days a trace is kept, and what models were asked. */
  readonly traceRetentionDays: number;
}

const DAY_MS = 86_400_000;
const BATCH = 200;
/** A day's budget counts the calls of that day, in whatever process and by whatever clock. */
const LEAST_LEDGER_DAYS = 2;

/**
 * Drops traces past their retention, with what models were asked in that time, and retires what nobody uses.
 * Retention forgets the record of a run and keeps what was learned from it: unlike `purge`, it leaves the skills.
 * Reads every head: hourly is enough.
 */
export async function tidyLibrary(ports: LibraryPorts, { scope, traceRetentionDays }: Upkeep): Promise<void> {
  const now = ports.clock.now();
  const filter = { scope, reach: "within" } as const;
  const before = now - traceRetentionDays * DAY_MS;
  for (;;) {
    const old = await ports.store.listTraces(filter, { before, limit: BATCH });
    const ids = old.map(({ id }) => id);
    if (ids.length === 0 || (await ports.store.deleteTraces(filter, ids)) === 0) break;
  }
  const ledgerDays = Math.max(traceRetentionDays, LEAST_LEDGER_DAYS);
  await ports.store.deleteModelCalls(filter, { before: now - ledgerDays * DAY_MS });
  await curateLibrary(libraryTools(ports), { filter, now });
}
