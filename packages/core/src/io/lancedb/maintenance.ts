import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../../ports/clock.ts";
import { isCommitConflict, storeError } from "../store-error.ts";
import { atPoint, type Faults } from "./commit-points.ts";
import type { HomeLock } from "./home-lock.ts";
import { type TableName, tableNames } from "./schemas.ts";
import type { LanceTable } from "./table.ts";

/**
 * Commits after which a table is compacted: reads slow down by 0.2 ms for each, and compaction writes all
 * rows of a table again. That is little for the narrow ones and much for traces, which nobody searches.
 */
const commitsAllowed: Readonly<Record<TableName, number>> = {
  skills: 20,
  skill_versions: 100,
  evidence: 60,
  events: 100,
  skill_stats: 40,
  traces: 300,
  jobs: 40,
  meta: 100,
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
  let background: Promise<void> | undefined;

  const isDue = (name: TableName) => (commits.get(name) ?? 0) >= commitsAllowed[name];

  /** Gives up, until the table has grown as much again, where others write faster than it can compact. */
  const compact = async (name: TableName): Promise<void> => {
    const { handle } = tables[name];
    commits.set(name, 0);
    for (let attempt = 1; ; attempt += 1) {
      try {
        // A handle compacts only what it sees, and it sees other processes' commits only after this.
        await handle.checkoutLatest();
        await handle.optimize({ cleanupOlderThan: new Date(clock.now() - keptMs) });
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

  return {
    noteCommit(name) {
      const before = commits.get(name);
      // What earlier processes left uncompacted is not known before the table says so.
      commits.set(name, before === undefined ? 0 : before + 1);
      if (before === undefined)
        void countFragments(tables[name]).then((count) => add(name, count), onFailure);
      if (!isDue(name) || background !== undefined) return;
      background = maintain()
        .then(() => {}, onFailure)
        .finally(() => {
          background = undefined;
        });
    },
    maintain,
    async settle() {
      await background;
    },
  };

  function add(name: TableName, count: number): void {
    commits.set(name, (commits.get(name) ?? 0) + count);
  }
}

async function countFragments({ handle }: LanceTable): Promise<number> {
  const { fragmentStats } = await handle.stats();
  return fragmentStats.numSmallFragments;
}
