import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../ports/clock.ts";
import { isCommitConflict, storeError } from "../store-error.ts";
import { atPoint, type Faults } from "./commit-points.ts";
import type { HomeLock } from "./home-lock.ts";
import { type TableName, tableNames } from "./schemas.ts";
import type { LanceTable } from "./table.ts";

/**
 * Commits after which a table is compacted: reads slow down by 0.2 ms for each, and compaction writes all
 * rows of a table again. The library is read at every change of it and so is compacted soonest.
 */
const commitsAllowed: Readonly<Record<TableName, number>> = {
  skills: 20,
  skill_versions: 100,
  evidence: 60,
  events: 100,
  skill_stats: 40,
  traces: 100,
  jobs: 40,
  claims: 40,
  model_calls: 100,
  meta: 100,
};

/**
 * Tables that only grow wait longer the larger they are, one commit more for each of so many rows, so that
 * how often a row is written again grows with the logarithm of their size.
 */
const rowsPerCommit: Readonly<Partial<Record<TableName, number>>> = {
  skill_versions: 20,
  evidence: 20,
  events: 20,
  traces: 20,
  model_calls: 20,
};

/** Old versions are kept this long: readers of other processes may still be on them. */
const keptMs = 10 * 60_000;

const tries = 3;

export interface Maintenance {
  /** Notes a commit, and starts compaction in the background when it is due. */
  noteCommit(name: TableName): void;
  /** Compacts what is due, or with `force` everything. Returns whether anything was done. */
  maintain(options?: { readonly force?: boolean }): Promise<boolean>;
  /** Waits for what runs in the background. */
  settle(): Promise<void>;
}

export function maintenance({
  tables,
  lock,
  clock,
  faults,
  onFailure,
}: {
  readonly tables: Readonly<Record<TableName, LanceTable>>;
  readonly lock: HomeLock;
  readonly clock: Clock;
  readonly faults: Faults | undefined;
  readonly onFailure: (error: unknown) => void;
}): Maintenance {
  /** Commits since the last compaction, as far as this process knows. */
  const commits = new Map<TableName, number>();
  let isCompacting = false;

  /** Rows at the last look. */
  const sizes = new Map<TableName, number>();
  const running = new Set<Promise<void>>();

  const isDue = (name: TableName) => {
    const allowed = (sizes.get(name) ?? 0) / (rowsPerCommit[name] ?? Number.POSITIVE_INFINITY);
    return (commits.get(name) ?? 0) >= Math.max(commitsAllowed[name], allowed);
  };

  /** What earlier processes left uncompacted is not known before the table says so. */
  const lookAt = async (name: TableName): Promise<void> => {
    const { numRows, fragmentStats } = await tables[name].handle.stats();
    sizes.set(name, numRows);
    commits.set(name, (commits.get(name) ?? 0) + fragmentStats.numSmallFragments);
  };

  /** Gives up, until the table has grown as much again, where others write faster than it can compact. */
  const compact = async (name: TableName): Promise<void> => {
    const { handle } = tables[name];
    commits.set(name, 0);
    for (let attempt = 1; ; attempt += 1) {
      try {
        // A handle compacts only what it sees, and it sees other processes' commits only after this.
        await handle.checkoutLatest();
        await handle.optimize({ cleanupOlderThan: new Date(clock.now() - keptMs) });
        sizes.set(name, await handle.countRows());
        return;
      } catch (error) {
        if (!isCommitConflict(error)) throw storeError(error, `compact ${name}`);
        if (attempt === tries) return;
        await sleep(Math.random() * 30 * 2 ** attempt);
      }
    }
  };

  const maintain = async ({ force = false }: { readonly force?: boolean } = {}): Promise<boolean> => {
    const names = tableNames.filter((name) => force || isDue(name));
    if (names.length === 0) return false;
    const done = await lock.attempt("maintain", () =>
      atPoint(faults, "maintained", async () => {
        for (const name of names) await compact(name);
        return true;
      }),
    );
    // Someone else is at it; counting starts anew, so that not every further commit asks for the lock.
    if (done === undefined) for (const name of names) commits.set(name, 0);
    return done === true;
  };

  const inBackground = (work: Promise<unknown>, end?: () => void): void => {
    const settled = work
      .then(() => {}, onFailure)
      // A report that throws has nobody above it.
      .catch(() => {})
      .finally(() => {
        running.delete(settled);
        end?.();
      });
    running.add(settled);
  };

  return {
    noteCommit(name) {
      const before = commits.get(name);
      commits.set(name, before === undefined ? 0 : before + 1);
      if (before === undefined) inBackground(lookAt(name));
      if (!isDue(name) || isCompacting) return;
      isCompacting = true;
      inBackground(maintain(), () => {
        isCompacting = false;
      });
    },
    maintain,
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
