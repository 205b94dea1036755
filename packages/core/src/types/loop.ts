import type { SkillLoopError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { LanguageModel } from "../ports/language-model.ts";
import type { Logger } from "../ports/logger.ts";
import type { BackupSummary, Reach, Store } from "../ports/store.ts";
import type { Evidence } from "./evidence.ts";
import type { ProcessReport, TraceFate } from "./job.ts";
import type { JsonObject } from "./json.ts";
import type { LearnInput, Receipt } from "./learn.ts";
import type { ModelCallTotals } from "./model-call.ts";
import type { ModelBudget, ModelPrices } from "./model-limits.ts";
import type { RecallErrorOptions, RecallOptions, RecallResult } from "./recall.ts";
import type { Environment, Scope } from "./scope.ts";
import type { Session, SessionOptions } from "./session.ts";
import type { Skill, SkillStatus, SkillVersion } from "./skill.ts";
import type { Trace } from "./trace.ts";
import type { ReembedOptions, ReembedReport } from "./vectors.ts";

export type { LearnCommon, LearnInput, LearnMessages, LearnTrace, Receipt } from "./learn.ts";
export type { AskedCall, Hint, Session, SessionOptions, ToolCallRecord } from "./session.ts";
export type { ReembedOptions, ReembedReport } from "./vectors.ts";

/** How `SkillLoop.open` is called. Each option can also come from `SKILLLOOP_*` or the config file. */
export interface LoopOptions {
  /** A folder or an object-store URI. Default `.skillloop` in the working directory. */
  readonly home?: string;
  readonly scope?: Scope;
  /** `background` (default) learns by itself; `manual` waits for `process()`. */
  readonly worker?: "background" | "manual";
  /** The lowest status `recall` returns. Default `active`. */
  readonly serve?: "candidate" | "active" | "trusted";
  readonly environment?: Environment;
  /** What to do with a skill learned under another environment. Default `warn`. */
  readonly environmentPolicy?: "strict" | "warn" | "ignore";
  /** Milliseconds a recall may take before it answers with what it has. Default 50. */
  readonly recallBudgetMs?: number;
  /** `process` survives a killed process (default); `fsync` also a lost power line. */
  readonly durability?: "process" | "fsync";
  /** Days a trace is kept, and what models were asked. Default 90. */
  readonly traceRetentionDays?: number;
  /**
   * Lets the loop learn why a run went wrong, and what a success is worth. By name it is one of `@skillloop/models`, which
   * is installed beside core: `openai:NAME` and `anthropic:NAME` with the key in `OPENAI_API_KEY` or
   * `ANTHROPIC_API_KEY`, or `manual:DIRECTORY` for request files that a person answers. `none` turns off what a variable
   * or the config file says. Default: none.
   */
  readonly model?: LanguageModel | `openai:${string}` | `anthropic:${string}` | `manual:${string}` | "none";
  /** Where the server of a model by name is, for servers that are compatible with OpenAI or Anthropic. */
  readonly modelBaseURL?: string;
  /** Milliseconds for one answer, with all waits and one repair. Default 90 000. */
  readonly modelTimeoutMs?: number;
  /** Most that may be spent in a day of UTC. What is over it waits for the next day. */
  readonly modelBudget?: ModelBudget;
  /** By the id of a model, so that the ledger and a budget can tell the cost. */
  readonly modelPrices?: ModelPrices;
  /** Runs that are asked about at a time. Default 4. */
  readonly modelConcurrency?: number;
  /** Whether principles are drawn from many lessons. Default false. */
  readonly principles?: boolean;
  /**
   * Lets skills be found by meaning beside words. `local` loads `@skillloop/embedder`, which is installed beside
   * core; `none` turns off what a variable or the config file says. Default: none.
   */
  readonly embedder?: Embedder | "local" | "none";
  /** Milliseconds for one call of the embedder. Default 10 000. */
  readonly embedTimeoutMs?: number;
  /** Defaults to LanceDB in `home`. */
  readonly store?: Store;
  readonly logger?: Logger;
  /** Told of every failure of ours. Never throws into the host. */
  readonly onError?: (error: SkillLoopError) => void;
  readonly clock?: Clock;
}

export interface RerunRequest {
  readonly task: string;
  /** The SKILL.md to put into the prompt; absent in a control run. */
  readonly skillMd?: string;
  readonly skill: { readonly name: string; readonly version: number };
  readonly environment: Environment;
  readonly check?: string;
  readonly context: JsonObject;
  readonly attempt: number;
  /** Aborted when the time is up: what still runs then counts for nothing and should end. */
  readonly signal: AbortSignal;
}

export interface RerunResult {
  /** Any form `learn` takes. Needed to see whether the mistake happened again. */
  readonly trace: LearnInput;
  readonly passed?: boolean;
  readonly exitCode?: number | null;
  readonly check?: string;
}

export type RerunRunner = (request: RerunRequest) => Promise<RerunResult>;

export interface RerunReport {
  readonly ran: number;
  readonly passed: number;
  readonly failed: number;
  readonly results: readonly {
    readonly name: string;
    readonly version: number;
    readonly passed: boolean;
    readonly mistakeRepeated: boolean;
    readonly lift?: -1 | 0 | 1;
    readonly status: SkillStatus;
    readonly detail: string;
  }[];
}

/** A task that shows whether an approved skill works. */
export interface ApprovalRerun {
  /** In words, as an agent would be given it. Redacted like any other text. */
  readonly task: string;
  /** Names the check that says whether it went well. Without one the runner has to name it. */
  readonly check?: string | undefined;
  /** What a re-run needs beside the task, free in form. */
  readonly context?: JsonObject | undefined;
}

/** A person's side of the library. An agent is never handed it. */
export interface SkillsApi {
  list(options?: { readonly reach?: Reach; readonly status?: SkillStatus }): Promise<readonly Skill[]>;
  /** Throws `SKILL_NOT_FOUND` with the nearest names. */
  get(name: string): Promise<SkillDetail>;
  history(name: string): Promise<readonly VersionRecord[]>;
  /** Puts an earlier version's content on trial as a new version. */
  rollback(name: string, version: number, options: { readonly by: string }): Promise<Skill>;
  /**
   * Passes a held skill through the scan again, to candidate. An imported skill has no task of its own: with
   * `rerun` it gets one and a pending re-run, also when it was approved without one before. Without a task
   * its reasons say how else it can become active.
   */
  approve(
    name: string,
    options: { readonly by: string; readonly rerun?: ApprovalRerun | undefined },
  ): Promise<Skill>;
  /** Moves a skill to a wider scope. */
  widen(name: string, options: { readonly by: string; readonly scope: Scope }): Promise<Skill>;
  retire(name: string, options: { readonly by: string; readonly reason?: string }): Promise<Skill>;
  remove(name: string, options: { readonly by: string }): Promise<void>;
  /** Reads agentskills.io folders. Lenient in form, never in what it scans; all land in quarantine. */
  importDirectory(directory: string, options: { readonly by: string }): Promise<ImportReport>;
  /**
   * Writes SKILL.md folders: what is active or trusted, or the skills named, whatever their status. Throws
   * `NOT_ALLOWED`, before it writes anything, where an unnamed skill would overwrite a SKILL.md of other hands.
   */
  exportDirectory(directory: string, options?: { readonly names?: readonly string[] }): Promise<ExportReport>;
  /**
   * Makes the loop's embedder the project's, and embeds every skill that has no vectors of it, while others go on
   * reading and writing. A call that was ended, also by a kill, goes on where it stopped when it is made again.
   * Throws `EMBEDDER_UNAVAILABLE` without an embedder or when it fails, `NOT_ALLOWED` on a scope that is narrower
   * than its project, and `EMBEDDING_MISMATCH` when another process moves the project elsewhere meanwhile.
   */
  reembed(options?: ReembedOptions): Promise<ReembedReport>;
}

export interface SkillDetail extends Skill {
  /** The whole SKILL.md. */
  readonly markdown: string;
  readonly evidence: readonly Evidence[];
  readonly traceIds: readonly string[];
}

export interface VersionRecord {
  readonly version: SkillVersion;
  readonly status: SkillStatus;
  readonly served: boolean;
  readonly evidence: readonly Evidence[];
}

export interface ImportReport {
  readonly imported: readonly string[];
  readonly rejected: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

export interface ExportReport {
  readonly directory: string;
  readonly exported: readonly string[];
}

export interface LoopStats {
  readonly skills: Readonly<Record<SkillStatus, number>>;
  readonly traces: number;
  readonly jobs: {
    readonly waiting: number;
    readonly leased: number;
    readonly dead: number;
    readonly done: number;
  };
  readonly pendingReruns: number;
  /** What models were asked since midnight UTC, by role: what counts against `modelBudget`. */
  readonly modelCallsToday: Readonly<Record<string, ModelCallTotals>>;
  readonly home: string;
}

export interface TraceRecord {
  readonly fate: TraceFate;
  readonly trace: Trace;
  /** What models were asked about this run, by role; empty where none was. */
  readonly modelCalls: Readonly<Record<string, ModelCallTotals>>;
}

export interface TraceSummary {
  readonly task: string;
  /** Milliseconds since the epoch. */
  readonly recordedAt: number;
  readonly fate: TraceFate;
}

export interface PurgeQuery {
  readonly traceIds?: readonly string[];
  /** Everything recorded before, milliseconds since the epoch. */
  readonly before?: number;
  /** Everything in this scope and narrower ones, with what was learned of runs that retention dropped before. */
  readonly all?: boolean;
}

export interface PurgeReport {
  /** How many recorded runs are gone, with the re-runs that repeated their tasks. */
  readonly traces: number;
  /** Names of skills that were learned from those traces alone. */
  readonly skills: readonly string[];
}

/** The product's face. `SkillLoop` implements it; adapters and the CLI depend on this shape. */
export interface Loop {
  readonly scope: Scope;
  readonly home: string;
  scoped(narrower: Partial<Scope>): Loop;
  recall(task: string, options?: RecallOptions): Promise<RecallResult>;
  recallForError(error: unknown, options?: RecallErrorOptions): Promise<RecallResult>;
  run<T>(task: string, body: (session: Session) => Promise<T> | T, options?: SessionOptions): Promise<T>;
  session(task: string, options?: SessionOptions): Session;
  learn(input: LearnInput): Promise<Receipt>;
  learnMany(inputs: readonly LearnInput[]): Promise<readonly (Receipt | SkillLoopError)[]>;
  process(options?: {
    readonly limit?: number;
    readonly onProgress?: (done: number, total: number) => void;
  }): Promise<ProcessReport>;
  runPendingEvals(
    runner: RerunRunner,
    options?: { readonly control?: boolean; readonly limit?: number; readonly timeoutMs?: number },
  ): Promise<RerunReport>;
  pendingEvals(): Promise<
    readonly {
      readonly name: string;
      readonly version: number;
      readonly task: string;
      readonly check?: string;
    }[]
  >;
  trace(id: string): Promise<TraceRecord>;
  /** The newest recorded runs of this scope and of narrower ones, newest first. By default at most 20. */
  traces(options?: { readonly limit?: number }): Promise<readonly TraceSummary[]>;
  requeue(ids?: readonly string[]): Promise<readonly string[]>;
  readonly skills: SkillsApi;
  /**
   * Forgets runs, what was learned from them alone, and the events that tell of it. A skill with another origin stays, without
   * the lines that a change of these runs alone put in and with another task to be tested on; what it says of what runs have
   * in common stays too. What calls of models cost is kept, without words. No reader finds the rest from then on. LanceDB keeps old versions of its tables for ten minutes, for readers of
   * other processes: on disk the rows end with the first compaction after that.
   */
  purge(query: PurgeQuery): Promise<PurgeReport>;
  backup(directory: string): Promise<BackupSummary>;
  stats(): Promise<LoopStats>;
  flush(options?: { readonly timeoutMs?: number }): Promise<void>;
  /**
   * For adapters: `flush`, `process` and `close` wait for this work. What it rejects with is reported. They
   * call `hurry` first: work that waits for what may never come then goes on without it.
   */
  waitFor(work: Promise<unknown>, hurry?: () => void): void;
  /** For adapters: tells `onError` and the logger of a failure that the host must not feel. Never throws. */
  report(error: unknown, event: string): void;
  startWorker(): void;
  stopWorker(): Promise<void>;
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
