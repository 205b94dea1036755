import { SkillLoopError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { QueryVectors } from "../ports/query-vectors.ts";
import type { LazySkillRow } from "../ports/store.ts";
import { assertScope, skillIdOf } from "../text/scope-key.ts";
import type { AbstainReason, RecallHit, RecallOptions, RecallResult } from "../types/recall.ts";
import type { Environment, Scope } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import type { Choice } from "./abstain.ts";
import { defaultCalibration } from "./calibration.ts";
import { calleesOf } from "./callees.ts";
import { type Candidate, type TurnedAway, toHit } from "./candidate.ts";
import { explain } from "./explain.ts";
import { type FoundBy, FoundCandidate } from "./found-candidate.ts";
import { type FittedModels, type JudgedLibrary, mostFound } from "./judge-request.ts";
import { turns } from "./run-fair-turns.ts";
import { type LibraryCache, scanOnce } from "./run-library-cache.ts";
import { prepare, tell } from "./run-prepare.ts";
import { statusRank } from "./status-rank.ts";
import type { Vetted } from "./vet-in-order.ts";
import { type VetoFacts, vetoReason } from "./veto.ts";

/** What recall needs from outside. No store: reading it is the cache's business, and nothing is written. */
export interface RecallPorts {
  readonly cache: LibraryCache;
  readonly clock: Pick<Clock, "now" | "monotonic" | "sleep">;
  /** Without it skills are found by their words alone. */
  readonly query?: QueryVectors | undefined;
  /** Milliseconds for the whole answer; 0 answers from memory alone. */
  readonly budgetMs: number;
  /** The lowest status a task is given. */
  readonly serve: "candidate" | "active" | "trusted";
  readonly environment: Environment;
  readonly environmentPolicy: "strict" | "warn" | "ignore";
  /** The content scan, run again on what is about to be printed. */
  readonly scan: (content: SkillContent) => Generator<void, Verdict>;
  /** The block for the prompt. */
  readonly render: (hits: readonly RecallHit[]) => string;
  /** For measuring what a weight is worth. Default: those that were fitted. */
  readonly models?: FittedModels;
  /** Told of every failure of ours. */
  readonly onError?: (error: unknown) => void;
}

export interface Found {
  readonly choice: Choice;
  /** Turned away before the choice. */
  readonly turnedAway: readonly TurnedAway[];
}

export const nothing = (reason: AbstainReason, detail: string): Found => ({
  choice: { served: [], turnedAway: [], abstained: { reason, detail } },
  turnedAway: [],
});

function strictError(reason: string, cause: unknown): SkillLoopError {
  return new SkillLoopError({
    code: "RECALL_DEGRADED",
    message: `Recall could not answer in full (${reason}).`,
    remedy: "Look at the cause, raise recallBudgetMs, or call without strict to get what there is.",
    cause,
  });
}

/**
 * Refreshes, finds, renders. Never rejects, except for a scope that is none, and, when `strict`, instead
 * of answering with less than the whole machinery.
 */
export async function answer(request: {
  readonly ports: RecallPorts;
  readonly scope: Scope;
  readonly options: RecallOptions;
  /** Compared by meaning, where there is an embedder. */
  readonly texts: readonly string[];
  /** In steps, between which the host's event loop may get its turn. */
  readonly find: (vectors: readonly Float32Array[]) => Generator<void, Found>;
}): Promise<RecallResult> {
  const { ports, scope, options, texts, find } = request;
  assertScope(scope);
  const startedAt = ports.clock.monotonic();
  const took = (): number => ports.clock.monotonic() - startedAt;
  // What is done before the wait takes its time too, when a hundred are begun at once.
  const begin = () => ({ preparing: prepare(ports, scope, texts) });
  const { preparing } = turns.isUsedUp
    ? await turns.run(ports.clock, begin)
    : turns.runNow(ports.clock, begin);
  // Worked out while the store is asked: nearly always nothing has changed, and the wait costs nothing.
  const early =
    ports.query === undefined && !turns.isUsedUp ? findEarly(ports, scope, () => find([])) : undefined;
  const { vectors, degraded: reason, cause, isRead } = await preparing;
  if (cause !== undefined) tell(ports, cause);
  if (reason !== undefined && options.strict === true) throw strictError(reason, cause);
  const degraded = reason === undefined ? {} : { degraded: reason };
  try {
    const found =
      early?.stillHolds() === true
        ? await early.found()
        : isRead || ports.cache.isReady(scope)
          ? await turns.runSteps(ports.clock, find(vectors))
          : unread(reason, cause);
    const { served, turnedAway, abstained } = found.choice;
    const hits = served.map((candidate) => withCallees(candidate, ports, options));
    return {
      hits,
      text: hits.length === 0 ? "" : ports.render(hits),
      ...(abstained !== undefined && { abstained }),
      ...degraded,
      tookMs: took(),
      ...(options.explain === true && { explain: explain(served, [...found.turnedAway, ...turnedAway]) }),
    };
  } catch (error) {
    tell(ports, error);
    if (options.strict === true) throw strictError("it failed", error);
    const detail = error instanceof Error ? error.message : String(error);
    return { hits: [], text: "", abstained: { reason: "failed", detail }, ...degraded, tookMs: took() };
  }
}

/** A hit with what it builds on. A part is given only where it could be given by itself, for a task. */
function withCallees(candidate: Candidate, ports: RecallPorts, options: RecallOptions): RecallHit {
  const hit = toHit(candidate);
  const { scope, content } = candidate.served;
  if (content.uses.length === 0) return hit;
  const facts = vetoFacts(ports, options, { text: "", moment: "task" });
  const find = (name: string): Candidate | undefined => {
    const row = ports.cache.find(scope, skillIdOf(scope, name));
    return row && candidateOf(row, { match: undefined, score: 0, matchedBy: "keys" }, facts);
  };
  return { ...hit, callees: calleesOf(content.uses, find, facts) };
}

interface EarlyFind {
  /** What is found, with the steps that its turn had no time for. */
  readonly found: () => Found | Promise<Found>;
  readonly stillHolds: () => boolean;
}

/** What is found in memory as it is, where the whole scope is there. A failure is left to the find after it. */
function findEarly(
  { cache, clock }: RecallPorts,
  scope: Scope,
  find: () => Generator<void, Found>,
): EarlyFind | undefined {
  if (!cache.isReady(scope)) return undefined;
  const { changes } = cache;
  try {
    const steps = find();
    const step = turns.stepsNow(clock, steps);
    return {
      found: () => (step.done === true ? step.value : turns.runSteps(clock, steps)),
      stillHolds: () => cache.changes === changes,
    };
  } catch {
    return undefined;
  }
}

function unread(degraded: string | undefined, cause: unknown): Found {
  const reason = cause === undefined ? "over-budget" : "failed";
  return nothing(reason, `Nothing is in memory yet: ${degraded ?? ""}`);
}

export function limitOf(options: RecallOptions): number {
  const wanted = Math.trunc(options.limit ?? 3);
  return Number.isFinite(wanted) ? Math.min(10, Math.max(1, wanted)) : 3;
}

export function candidateOf(
  row: LazySkillRow,
  found: FoundBy & {
    /** None for a skill that its signature alone has found. */
    readonly match: Pick<Candidate, "terms" | "fields"> | undefined;
  },
  facts: VetoFacts,
): FoundCandidate {
  return new FoundCandidate(row, found, found.match, facts);
}

export function vetoFacts(
  ports: RecallPorts,
  options: RecallOptions,
  request: { readonly text: string; readonly moment: VetoFacts["moment"] },
): VetoFacts {
  const { text, moment } = request;
  return {
    text,
    moment,
    explain: options.explain === true,
    minimumRank: moment === "task" ? statusRank(ports.serve) : statusRank("candidate"),
    environment:
      options.environment === undefined
        ? ports.environment
        : { ...ports.environment, ...options.environment },
    environmentPolicy: ports.environmentPolicy,
    now: ports.clock.now(),
    tools: options.tools,
    probe: options.probe,
    scan: scanOnce(ports.cache, ports.scan),
  };
}

/** Takes out what must not be given here. Who scores too little anyway is not asked: a probe may be slow. */
export function* allowed<Kept extends Candidate>(
  candidates: readonly Kept[],
  facts: VetoFacts,
  threshold: number,
): Generator<void, Vetted<Kept>> {
  const kept: Kept[] = [];
  const turnedAway: TurnedAway[] = [];
  for (const candidate of candidates) {
    const reason = candidate.score < threshold ? undefined : yield* vetoReason(candidate, facts);
    if (reason === undefined) kept.push(candidate);
    else turnedAway.push({ candidate, decision: "vetoed", reason });
  }
  return { kept, turnedAway };
}

/** The library as a judgement sees it, with what takes longest of a search by meaning done already. */
export function* judgedLibrary(
  { cache }: RecallPorts,
  scope: Scope,
  vector: Float32Array | undefined,
): Generator<void, JudgedLibrary<LazySkillRow>> {
  const calibration = vector === undefined ? undefined : yield* cache.calibration(scope);
  const near = vector === undefined ? undefined : yield* cache.nearest(scope, { vector, limit: mostFound });
  // What follows is a piece of its own.
  if (near !== undefined) yield;
  return {
    search: (query) => cache.search(scope, near === undefined ? query : { ...query, near }),
    contentOf: (row) => row.served().content,
    calibration: calibration ?? defaultCalibration,
  };
}
