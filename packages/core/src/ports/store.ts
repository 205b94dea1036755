import type { Evidence, LoopEvent, SkillStats, StatsIncrement } from "../types/evidence.ts";
import type { Job, JobKind, JobState } from "../types/job.ts";
import type { Scope } from "../types/scope.ts";
import type { RerunSpec, SkillHead, SkillVersion } from "../types/skill.ts";
import type { Trace } from "../types/trace.ts";
import type { EmbedderRecord, SkillVectors, VectorState, WantedVectors } from "../types/vectors.ts";
import type { ClaimStore } from "./claim-store.ts";
import type { ModelLedger } from "./model-ledger.ts";

/**
 * Which rows a scope reaches. `exact`: its own only. `visible`: its own and those of wider scopes, which
 * is what an agent may read. `within`: its own and those of narrower scopes, which is what a worker
 * processes and a purge deletes.
 */
export type Reach = "exact" | "visible" | "within";

export interface ScopeFilter {
  readonly scope: Scope;
  readonly reach: Reach;
}

/** A head row as written: what it serves travels with it, so that one read fills the search index. */
export interface SkillRow {
  readonly head: SkillHead;
  readonly served: SkillVersion;
  /** Opaque to the store: the tokenised keys, made once at write time by `index/search-document.ts`. */
  readonly searchDocument: string;
  /** Absent where no embedder has read its keys. */
  readonly vectors?: SkillVectors | undefined;
}

/** A row as read: `served` is parsed on first use, since recall reads ten thousand rows and needs three. */
export interface LazySkillRow {
  readonly head: SkillHead;
  readonly searchDocument: string;
  /** Their bytes may be those that the row itself holds: to be read and not written. */
  readonly vectors?: SkillVectors | undefined;
  served(): SkillVersion;
}

export interface HeadWrite {
  readonly row: SkillRow;
  /** The `rev` this write was decided on; `null` when the skill must not exist yet. `row.head.rev` is one more. */
  readonly expectedRev: number | null;
  /** Key of the texts that vectors of `row` are made of. Where `row` has none, stored ones of this key stay. */
  readonly textKey?: string | undefined;
}

/** What a version is to hold for its re-run from now on; nothing where `rerun` is absent. */
export interface RerunChange {
  readonly skillId: string;
  readonly version: number;
  readonly rerun?: RerunSpec | undefined;
}

/** What changed in the visible library since a token. `reset` says that `changed` is the whole library. */
export interface LibraryDelta {
  readonly token: string;
  readonly reset: boolean;
  readonly changed: readonly LazySkillRow[];
  readonly removed: readonly string[];
}

export interface ClaimRequest {
  readonly filter: ScopeFilter;
  readonly kind: JobKind;
  readonly owner: string;
  readonly limit: number;
  readonly now: number;
  readonly leaseMs: number;
}

/** The end, or the next state, of a leased job. Written only while `owner` still holds the lease. */
export interface JobUpdate {
  readonly id: string;
  readonly patch: Partial<
    Pick<Job, "state" | "attempts" | "notBefore" | "stage" | "stageResult" | "result" | "reason" | "skills">
  >;
}

export interface JobQuery {
  readonly filter: ScopeFilter;
  readonly kind?: JobKind;
  readonly state?: JobState;
  readonly ids?: readonly string[];
  readonly limit?: number;
}

/**
 * Where everything is kept. Every read, write and delete names a scope, at run time as well as by type: a
 * filter without a project throws `INVALID_SCOPE`. Each write is durable against a killed process when its
 * promise resolves, and each insert is insert-if-absent by id, so that repeating a write changes nothing.
 * Failures are `SkillLoopError`s with a store code.
 */
export interface Store extends ClaimStore, ModelLedger {
  /** Stores traces with their jobs. Ids already known are left as they are and reported as not added. */
  addTraces(entries: readonly { readonly trace: Trace; readonly job: Job }[]): Promise<ReadonlySet<string>>;
  /** In the order of `ids`; unknown ids are left out. */
  getTraces(filter: ScopeFilter, ids: readonly string[]): Promise<readonly Trace[]>;
  /** Newest first. */
  listTraces(
    filter: ScopeFilter,
    query: { readonly before?: number; readonly limit: number },
  ): Promise<readonly { readonly id: string; readonly recordedAt: number }[]>;
  /** Deletes traces, their jobs and what was claimed of them. Returns how many traces are gone. */
  deleteTraces(filter: ScopeFilter, ids: readonly string[]): Promise<number>;

  addJobs(jobs: readonly Job[]): Promise<ReadonlySet<string>>;
  /** Takes waiting jobs that are due, and leased ones whose lease ran out, oldest first. Each goes to one owner. */
  claimJobs(request: ClaimRequest): Promise<readonly Job[]>;
  /** Returns the ids whose lease `owner` still holds. */
  renewLeases(owner: string, ids: readonly string[], until: number): Promise<ReadonlySet<string>>;
  /**
   * Returns the ids that were written; an id whose lease was lost is not. A lease that ran out is lost when
   * someone else takes it, not before. A final or waiting state ends the lease.
   */
  commitJobs(owner: string, updates: readonly JobUpdate[], now: number): Promise<ReadonlySet<string>>;
  listJobs(query: JobQuery): Promise<readonly Job[]>;
  countJobs(filter: ScopeFilter): Promise<Readonly<Record<JobKind, Readonly<Record<JobState, number>>>>>;
  /** Puts dead jobs (all, or those named) back to waiting with no attempts. Returns their ids. */
  requeueJobs(filter: ScopeFilter, ids: readonly string[] | "dead", now: number): Promise<readonly string[]>;
  /** Drops jobs by id, for example re-runs of a removed skill. */
  deleteJobs(filter: ScopeFilter, ids: readonly string[]): Promise<number>;

  addVersions(versions: readonly SkillVersion[]): Promise<void>;
  /** Oldest first within each skill. */
  listVersions(filter: ScopeFilter, skillIds: readonly string[]): Promise<readonly SkillVersion[]>;
  /**
   * Replaces or drops what versions hold for a re-run, and nothing else of them: the one change that a stored
   * version knows, so that a purge can take a run's own words out of it. Returns how many there were.
   */
  replaceReruns(filter: ScopeFilter, changes: readonly RerunChange[]): Promise<number>;
  /**
   * Compare-and-set on `rev`, a batch in one commit. Returns the ids that lost; those rows are unchanged.
   * A removed skill may be created again; its `rev` then goes on from the removed one instead of starting at
   * 1, so that no write decided on the removed skill can match it. Vectors that a row comes without are kept
   * when `textKey` says that they still fit, and dropped otherwise. Throws `EMBEDDING_MISMATCH`, before anything is written,
   * for vectors whose length is no multiple of their dimension.
   */
  writeHeads(writes: readonly HeadWrite[]): Promise<ReadonlySet<string>>;
  /** Removed skills are left out. */
  findHeads(
    filter: ScopeFilter,
    query: {
      readonly ids?: readonly string[];
      readonly names?: readonly string[];
      readonly lessonKeys?: readonly string[];
    },
  ): Promise<readonly SkillRow[]>;
  listHeads(filter: ScopeFilter): Promise<readonly SkillRow[]>;
  /** Removes head, versions, evidence and counters. Readers of the library are told by the next delta. */
  removeSkills(filter: ScopeFilter, ids: readonly string[]): Promise<number>;
  /** Whose vectors the rows have, of all, of those named, or of those that lack the wanted ones. In no order. */
  listVectorStates(
    filter: ScopeFilter,
    query: { readonly ids?: readonly string[]; readonly lacking?: WantedVectors },
  ): Promise<readonly VectorState[]>;
  /** The embedder of the scope's project: one for all that read one another's skills. */
  readEmbedder(scope: Scope): Promise<EmbedderRecord | undefined>;
  /** Compare-and-set. Returns whether the record was `expected` and is `next` now. */
  recordEmbedder(scope: Scope, next: EmbedderRecord, expected: EmbedderRecord | undefined): Promise<boolean>;
  /** Moves with every change of any skill row. Cheap enough for every recall (0.05 ms on a local disk). */
  libraryToken(): Promise<string>;
  /** Rows visible from `scope` that changed since `token`; without a token, or with an unusable one, all of them. */
  readLibrary(filter: ScopeFilter, token?: string): Promise<LibraryDelta>;

  addEvidence(rows: readonly Evidence[]): Promise<void>;
  listEvidence(
    filter: ScopeFilter,
    query: { readonly skillIds?: readonly string[]; readonly traceIds?: readonly string[] },
  ): Promise<readonly Evidence[]>;
  /** Deletes rows by id, for a run that is to be forgotten. Returns how many are gone. */
  deleteEvidence(filter: ScopeFilter, ids: readonly string[]): Promise<number>;
  addEvents(rows: readonly LoopEvent[]): Promise<void>;
  /** Newest first. */
  listEvents(
    filter: ScopeFilter,
    query: { readonly subject?: string; readonly limit: number },
  ): Promise<readonly LoopEvent[]>;
  /**
   * Deletes what is told of the lessons of these runs, of what bears one of these names, or of both where both are given; without
   * either all that the filter reaches. For a purge: an event quotes what it tells of.
   */
  deleteEvents(
    filter: ScopeFilter,
    query: { readonly traceIds?: readonly string[]; readonly subjects?: readonly string[] },
  ): Promise<void>;
  /** Atomic additions: concurrent ones from several processes all count. */
  bumpStats(increments: readonly StatsIncrement[], now: number): Promise<void>;
  listStats(filter: ScopeFilter, skillIds?: readonly string[]): Promise<readonly SkillStats[]>;

  /**
   * Compacts and drops old table versions when that is due, with `force` at once. A store may keep versions
   * that readers of other processes can still be on: LanceDB's stay ten minutes, so rows that were deleted
   * just before lie on disk until the next compaction after that. Returns whether it did anything.
   */
  maintain(options?: { readonly force?: boolean }): Promise<boolean>;
  /** A copy that opens, checked, while others go on writing. */
  backup(directory: string): Promise<BackupSummary>;
  close(): Promise<void>;
}

export interface BackupSummary {
  readonly directory: string;
  readonly tables: Readonly<Record<string, number>>;
}
