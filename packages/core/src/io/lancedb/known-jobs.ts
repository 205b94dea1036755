import { isIn, more } from "./filter.ts";
import type { LanceTable } from "./table.ts";

/** How far back a refresh looks: longer than a commit may take that was stamped before it began. */
const overlapMs = 30_000;

/**
 * The ids of all jobs, kept in memory so that adding a trace need not search for its id. It is loaded at
 * the first add and follows what other processes add; what they delete it finds out when it is asked.
 */
export interface KnownJobs {
  /** Those of `ids` that have a job now. */
  findKnown(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Notes rows that this process added. `version` is the table's after the commit. */
  noteAdded(ids: readonly string[], insertedAt: number, version: number): void;
}

interface Entry {
  readonly id: string;
  readonly inserted_at: number;
}

export function knownJobs(jobs: LanceTable): KnownJobs {
  let known: Set<string> | undefined;
  let seenVersion = -1;
  let seenUntil = 0;

  const load = async (set: Set<string>): Promise<void> => {
    const where = set.size === 0 ? undefined : more("inserted_at", seenUntil - overlapMs);
    const rows = await jobs.read<Entry>({ where, columns: ["id", "inserted_at"] });
    for (const row of rows) {
      set.add(row.id);
      seenUntil = Math.max(seenUntil, row.inserted_at);
    }
  };

  return {
    async findKnown(ids) {
      const version = await jobs.latestVersion();
      if (known === undefined || version !== seenVersion) {
        const set = known ?? new Set();
        await load(set);
        known = set;
        seenVersion = version;
      }
      const suspects = ids.filter((id) => known?.has(id) === true);
      if (suspects.length === 0) return new Set();
      const rows = await jobs.read<{ id: string }>({ where: isIn("id", suspects), columns: ["id"] });
      return new Set(rows.map(({ id }) => id));
    },
    noteAdded(ids, insertedAt, version) {
      for (const id of ids) known?.add(id);
      seenUntil = Math.max(seenUntil, insertedAt);
      // Any other number means that someone else wrote in between, which the next call then reads.
      if (version === seenVersion + 1) seenVersion = version;
    },
  };
}
