import { conflict } from "../../library/run-settle.ts";
import { isSameVersion } from "../../library/skill-version.ts";
import type { HeadWrite, LazySkillRow, SkillRow, Store } from "../../ports/store.ts";
import { reaches } from "../../text/scope-key.ts";
import type { Evidence, LoopEvent } from "../../types/evidence.ts";
import type { Job } from "../../types/job.ts";
import type { SkillContent, SkillVersion } from "../../types/skill.ts";
import type { SkillVectors } from "../../types/vectors.ts";
import { librarySnapshot, visibleRows } from "./library-snapshot.ts";

/** Before anything of a group is stored: what it was decided from has to be. Rejects where the group may not be. */
type BeforeStoring = () => Promise<void>;

/**
 * Writes to the library that are stored together. Whoever works with `store` sees each at once; others, and whoever starts
 * again, see them once the group is stored, in the order in which publishing writes: versions, heads, evidence, re-run
 * jobs and events.
 */
export interface LibraryGroup {
  /** For the time of `exclusive`. */
  readonly store: Store;
  /** One at a time; what is left of a group when the work fails is dropped. */
  exclusive<Result>(before: BeforeStoring, work: () => Promise<Result>): Promise<Result>;
  /** Stores what was written. Throws `STORE_CONFLICT` where another process has changed what it was decided on. */
  flush(): Promise<void>;
  /** Whether storing failed since this turn began: what was written since the last success is lost. */
  hasFailed(): boolean;
}

/** These neither change the library nor read what a group holds. */
const beside: ReadonlySet<keyof Store> = new Set([
  "getTraces",
  "listTraces",
  "listStats",
  "addClaims",
  "listClaims",
  "useClaims",
  "listJobs",
  "countJobs",
  "commitJobs",
  "renewLeases",
  "addModelCalls",
  "sumModelCalls",
  "deleteModelCalls",
  "readEmbedder",
]);

export function libraryGroup({
  store,
  keyVectors,
}: {
  readonly store: Store;
  /** For finding what is not stored yet as it will be found then. Default: by words alone. */
  readonly keyVectors?: ((content: SkillContent) => Promise<SkillVectors | undefined>) | undefined;
}): LibraryGroup {
  const snapshot = librarySnapshot(store);
  const heads = new Map<string, HeadWrite>();
  const versions = new Map<string, SkillVersion>();
  const evidence = new Map<string, Evidence>();
  const events = new Map<string, LoopEvent>();
  const jobs = new Map<string, Job>();
  let before: BeforeStoring = async () => {};
  let failed = false;
  let turn: Promise<unknown> = Promise.resolve();

  const clear = (): void => {
    for (const map of [heads, versions, evidence, events, jobs]) map.clear();
    snapshot.reset();
  };

  const flush = async (): Promise<void> => {
    if ([heads, versions, evidence, events, jobs].every(({ size }) => size === 0)) return;
    try {
      await before();
      await assertFree();
      const fresh = [...versions.values()];
      if (fresh.length > 0) {
        await store.addVersions(fresh);
        for (const stored of await storedVersions(fresh)) {
          const own = versions.get(versionKey(stored));
          // Left by a write that died; published singly it is passed over.
          if (own !== undefined && !isSameVersion(stored, own)) throw conflict();
        }
      }
      if (heads.size > 0) {
        const lost = await store.writeHeads([...heads.values()]);
        if (lost.size > 0) throw conflict();
      }
      const writes = await Promise.allSettled([
        evidence.size > 0 ? store.addEvidence([...evidence.values()]) : undefined,
        jobs.size > 0 ? store.addJobs([...jobs.values()]) : undefined,
        events.size > 0 ? store.addEvents([...events.values()]) : undefined,
      ]);
      for (const write of writes) if (write.status === "rejected") throw write.reason;
    } catch (error) {
      failed = true;
      throw error;
    } finally {
      clear();
    }
  };

  const storedVersions = async (fresh: readonly SkillVersion[]): Promise<readonly SkillVersion[]> => {
    const projects = new Set(fresh.map(({ scope }) => scope.project));
    const ids = [...new Set(fresh.map(({ skillId }) => skillId))];
    const reads = [...projects].map((project) =>
      store.listVersions({ scope: { project }, reach: "within" }, ids),
    );
    return (await Promise.all(reads)).flat();
  };

  /** A lesson that another process has made a skill of meanwhile makes no second one. */
  const assertFree = async (): Promise<void> => {
    const fresh = [...heads.values()].filter(({ expectedRev }) => expectedRev === null);
    const own = new Set(fresh.map(({ row }) => row.head.id));
    for (const { row } of fresh) {
      const { scope, lessonKey } = row.head;
      const seen = await visibleRows(snapshot, scope);
      if (seen.some(({ head }) => head.lessonKey === lessonKey && !own.has(head.id))) throw conflict();
    }
  };

  const revOf = async ({ row: { head } }: HeadWrite): Promise<number | null> =>
    (await snapshot.rowsOf(head.scope)).get(head.id)?.head.rev ?? null;

  const own: Partial<Store> = {
    ...snapshot.library,
    async addVersions(rows) {
      for (const row of rows) {
        const key = versionKey(row);
        if (!versions.has(key)) versions.set(key, row);
      }
    },
    async listVersions(filter, skillIds) {
      const mine = [...versions.values()].filter(
        ({ skillId, scope }) => skillIds.includes(skillId) && reaches(filter.scope, filter.reach, scope),
      );
      // Of a new skill nothing is stored; if there is, storing the group finds out.
      const isNew = skillIds.every(
        (id) =>
          heads.get(id)?.expectedRev === null || mine.some((one) => one.skillId === id && one.version === 1),
      );
      const stored = isNew ? [] : await store.listVersions(filter, skillIds);
      const known = new Set(stored.map(versionKey));
      const all = [...stored, ...mine.filter((one) => !known.has(versionKey(one)))];
      return all.sort((a, b) => a.version - b.version);
    },
    async writeHeads(writes) {
      // Two changes of one skill are two writes.
      if (writes.some(({ row }) => heads.has(row.head.id))) await flush();
      const lost = new Set<string>();
      for (const write of writes) {
        const { row, expectedRev } = write;
        if ((await revOf(write)) !== expectedRev) {
          lost.add(row.head.id);
          continue;
        }
        const vectors = row.vectors ?? (await keyVectors?.(row.served.content).catch(() => undefined));
        heads.set(row.head.id, write);
        snapshot.put(asLazy({ ...row, ...(vectors !== undefined && { vectors }) }));
      }
      return lost;
    },
    async findHeads(filter, query) {
      if (filter.reach === "within") {
        await flush();
        return store.findHeads(filter, query);
      }
      const { ids, names, lessonKeys } = query;
      const rows =
        filter.reach === "exact"
          ? [...(await snapshot.rowsOf(filter.scope)).values()]
          : await visibleRows(snapshot, filter.scope);
      return rows
        .filter(
          ({ head }) =>
            (ids === undefined || ids.includes(head.id)) &&
            (names === undefined || names.includes(head.name)) &&
            (lessonKeys === undefined || lessonKeys.includes(head.lessonKey)),
        )
        .map(asRow);
    },
    async addEvidence(rows) {
      for (const row of rows) if (!evidence.has(row.id)) evidence.set(row.id, row);
    },
    async listEvidence(filter, query) {
      const { skillIds, traceIds } = query;
      const mine = [...evidence.values()].filter(
        ({ skillId, traceId, scope }) =>
          reaches(filter.scope, filter.reach, scope) &&
          (skillIds === undefined || skillIds.includes(skillId)) &&
          (traceIds === undefined || traceIds.includes(traceId)),
      );
      const isNew = skillIds?.every((id) => heads.get(id)?.expectedRev === null) === true;
      const stored = isNew ? [] : await store.listEvidence(filter, query);
      const known = new Set(stored.map(({ id }) => id));
      return [...stored, ...mine.filter(({ id }) => !known.has(id))];
    },
    async addEvents(rows) {
      for (const row of rows) if (!events.has(row.id)) events.set(row.id, row);
    },
    async addJobs(rows) {
      for (const row of rows) if (!jobs.has(row.id)) jobs.set(row.id, row);
      return new Set(rows.map(({ id }) => id));
    },
  };

  return {
    store: new Proxy(store, {
      get(target, key: keyof Store) {
        const grouped = own[key];
        if (grouped !== undefined) return grouped;
        const method = target[key];
        if (typeof method !== "function") return method;
        return async (...args: never[]) => {
          if (!beside.has(key)) await flush();
          return (method as (...given: never[]) => unknown).apply(target, args);
        };
      },
    }),
    exclusive(storing, work) {
      const result = turn.then(async () => {
        before = storing;
        failed = false;
        try {
          return await work();
        } finally {
          clear();
        }
      });
      turn = result.catch(() => undefined);
      return result;
    },
    flush,
    hasFailed: () => failed,
  };
}

function versionKey({ skillId, version }: Pick<SkillVersion, "skillId" | "version">): string {
  return `${skillId}@${version}`;
}

function asRow({ head, searchDocument, vectors, served }: LazySkillRow): SkillRow {
  return { head, served: served(), searchDocument, ...(vectors !== undefined && { vectors }) };
}

function asLazy({ served, ...row }: SkillRow): LazySkillRow {
  return { ...row, served: () => served };
}
