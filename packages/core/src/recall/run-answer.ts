import { SkillLoopError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { LazySkillRow } from "../ports/store.ts";
import { assertScope } from "../text/scope-key.ts";
import type { AbstainReason, RecallHit, RecallOptions, RecallResult } from "../types/recall.ts";
import type { Environment, Scope } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import type { Choice } from "./abstain.ts";
import { type Candidate, type TurnedAway, toHit } from "./candidate.ts";
import { explain } from "./explain.ts";
import { type LibraryCache, scanOnce } from "./run-library-cache.ts";
import { statusRank } from "./status-rank.ts";
import { isStale, type VetoFacts, vetoReason } from "./veto.ts";

/** What recall needs from outside. No store: reading it is the cache's business, and nothing is written. */
export interface RecallPorts {
  readonly cache: LibraryCache;
  readonly clock: Pick<Clock, "now" | "monotonic" | "sleep">;
  /** Milliseconds for the whole answer; 0 answers from memory alone. */
  readonly budgetMs: number;
  /** The lowest status a task is given. */
  readonly serve: "candidate" | "active" | "trusted";
  readonly environment: Environment;
  readonly environmentPolicy: "strict" | "warn" | "ignore";
  /** The content scan, run again on what is about to be printed. */
  readonly scan: (content: SkillContent) => Verdict;
  /** The block for the prompt. */
  readonly render: (hits: readonly RecallHit[]) => string;
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

interface Freshness {
  readonly degraded?: string;
  readonly cause?: unknown;
}

/**
 * Of the budget, for what comes around the wait: timers go off up to a millisecond late, and the host's
 * framework hands the request over and takes the answer back.
 */
const waitedFor = (budgetMs: number): number => budgetMs - Math.min(3, budgetMs * 0.06);

/**
 * Waits for fresh rows as long as the budget lasts. What is in memory answers in any case, also in a process
 * that nothing else keeps alive.
 */
async function freshen(ports: RecallPorts, scope: Scope): Promise<Freshness> {
  const { cache, clock, budgetMs } = ports;
  const refreshed = cache.refresh(scope).then(
    (): Freshness => ({}),
    (cause: unknown): Freshness => ({ degraded: "store: the library could not be read", cause }),
  );
  const done = new AbortController();
  const late = clock
    .sleep(waitedFor(budgetMs), done.signal)
    .then((): Freshness => ({ degraded: `over-budget: the library was not read within ${budgetMs} ms` }));
  const first = await Promise.race([refreshed, late]);
  // A reason of one's own: without one an error with its stack is made.
  done.abort("answered");
  // What is left behind goes on for the next answer, and may still fail.
  if (first.cause === undefined && first.degraded !== undefined)
    void refreshed.then((later) => later.cause !== undefined && tell(ports, later.cause));
  return first;
}

const tell = (ports: RecallPorts, error: unknown): void => {
  try {
    ports.onError?.(error);
  } catch {
    // A handler of the host that throws must not break the host's agent.
  }
};

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
  readonly find: () => Found;
}): Promise<RecallResult> {
  const { ports, scope, options, find } = request;
  assertScope(scope);
  const startedAt = ports.clock.monotonic();
  const took = (): number => ports.clock.monotonic() - startedAt;
  const freshening = freshen(ports, scope);
  // Worked out while the store is asked: nearly always nothing has changed, and the wait costs nothing.
  const early = findEarly(ports, scope, find);
  const fresh = await freshening;
  if (fresh.cause !== undefined) tell(ports, fresh.cause);
  if (fresh.degraded !== undefined && options.strict === true) throw strictError(fresh.degraded, fresh.cause);
  const degraded = fresh.degraded === undefined ? {} : { degraded: fresh.degraded };
  try {
    const isReadable = ports.cache.isReady(scope) || fresh.degraded === undefined;
    const found = early?.stillHolds() === true ? early.found : isReadable ? find() : unread(fresh);
    const { served, turnedAway, abstained } = found.choice;
    const hits = served.map(toHit);
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

interface EarlyFind {
  readonly found: Found;
  readonly stillHolds: () => boolean;
}

/** What is found in memory as it is, where the whole scope is there. A failure is left to the find after it. */
function findEarly({ cache }: RecallPorts, scope: Scope, find: () => Found): EarlyFind | undefined {
  if (!cache.isReady(scope)) return undefined;
  const { changes } = cache;
  try {
    const found = find();
    return { found, stillHolds: () => cache.changes === changes };
  } catch {
    return undefined;
  }
}

function unread(fresh: Freshness): Found {
  const reason = fresh.cause === undefined ? "over-budget" : "failed";
  return nothing(reason, `Nothing is in memory yet: ${fresh.degraded ?? ""}`);
}

export function limitOf(options: RecallOptions): number {
  const wanted = Math.trunc(options.limit ?? 3);
  return Number.isFinite(wanted) ? Math.min(10, Math.max(1, wanted)) : 3;
}

export function candidateOf(
  row: LazySkillRow,
  match: Pick<Candidate, "score" | "matchedBy" | "terms" | "fields">,
  facts: VetoFacts,
): Candidate {
  const served = row.served();
  return {
    skillId: row.head.id,
    name: row.head.name,
    status: row.head.status,
    served,
    score: match.score,
    matchedBy: match.matchedBy,
    terms: match.terms,
    fields: match.fields,
    stale: isStale(served.environment, facts),
  };
}

export function vetoFacts(
  ports: RecallPorts,
  options: RecallOptions,
  request: { readonly text: string; readonly moment: VetoFacts["moment"] },
): VetoFacts {
  return {
    ...request,
    minimumRank: request.moment === "task" ? statusRank(ports.serve) : statusRank("candidate"),
    environment: { ...ports.environment, ...options.environment },
    environmentPolicy: ports.environmentPolicy,
    now: ports.clock.now(),
    tools: options.tools,
    probe: options.probe,
    scan: scanOnce(ports.cache, ports.scan),
  };
}

/** Takes out what must not be given here. Who scores too little anyway is not asked: a probe may be slow. */
export function allowed(
  candidates: readonly Candidate[],
  facts: VetoFacts,
  threshold: number,
): { readonly kept: readonly Candidate[]; readonly turnedAway: readonly TurnedAway[] } {
  const kept: Candidate[] = [];
  const turnedAway: TurnedAway[] = [];
  for (const candidate of candidates) {
    const reason = candidate.score < threshold ? undefined : vetoReason(candidate, facts);
    if (reason === undefined) kept.push(candidate);
    else turnedAway.push({ candidate, decision: "vetoed", reason });
  }
  return { kept, turnedAway };
}
