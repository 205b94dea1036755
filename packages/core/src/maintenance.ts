import { curateLibrary } from "./library/run-curate.ts";
import { type LibraryPorts, libraryTools } from "./loop/library-tools.ts";
import type { Scope } from "./types/scope.ts";

export interface Upkeep {
  readonly scope: Scope;
  /** Days a trace is kept. */
  readonly traceRetentionDays: number;
}

const DAY_MS = 86_400_000;
const BATCH = 200;

/**
 * Drops traces past their retention and retires what nobody uses. Retention forgets the record of a run and
 * keeps what was learned from it: unlike `purge`, it leaves the skills. Reads every head: hourly is enough.
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
  await curateLibrary(libraryTools(ports), { filter, now });
}
