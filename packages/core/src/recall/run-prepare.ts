import { SkillLoopError } from "../errors.ts";
import type { Scope } from "../types/scope.ts";
import type { RecallPorts } from "./run-answer.ts";

/** What a find waits for, as far as the budget went. */
export interface Prepared {
  /** Of the texts, in their order; none without an embedder, and none when it was late or failed. */
  readonly vectors: readonly Float32Array[];
  /** The library has been read. */
  readonly isRead: boolean;
  readonly degraded?: string;
  /** The failure behind `degraded`, where it has not been reported yet. */
  readonly cause?: unknown;
}

/** Tells the host of a failure of ours, whatever its handler does. */
export const tell = (ports: Pick<RecallPorts, "onError">, error: unknown): void => {
  try {
    ports.onError?.(error);
  } catch {
    // A handler of the host that throws must not break the host's agent.
  }
};

/**
 * Of the budget, for what comes around the wait: timers go off up to a millisecond late, and the host's
 * framework hands the request over and takes the answer back.
 */
const waitedFor = (budgetMs: number): number => budgetMs - Math.min(3, budgetMs * 0.06);

/**
 * Turns of the microtask queue. Nearly always nothing has changed, and what a store on this machine says of that is
 * there after a few: a timer and a signal that would not be needed cost a tenth of a recall by words.
 */
const turnsWithoutTimer = 24;

/**
 * Waits for fresh rows and for the query's vectors as long as the budget lasts. What is in memory answers in any
 * case, also in a process that nothing else keeps alive.
 */
export async function prepare(ports: RecallPorts, scope: Scope, texts: readonly string[]): Promise<Prepared> {
  const { cache, clock, query, budgetMs } = ports;
  const end = clock.monotonic() + waitedFor(budgetMs);
  const rows = settled(cache.refresh(scope));
  const vectors =
    query === undefined || texts.length === 0
      ? settled(Promise.resolve<readonly Float32Array[]>([]))
      : settled(query.queryVectors(texts));
  const isPending = (): boolean => rows.state === "pending" || vectors.state === "pending";
  for (let turn = 0; turn < turnsWithoutTimer && isPending(); turn += 1) await undefined;
  if (isPending()) {
    const done = new AbortController();
    const late = clock.sleep(Math.max(0, end - clock.monotonic()), done.signal);
    await Promise.race([Promise.all([rows.over, vectors.over]), late]);
    // A reason of one's own: without one an error with its stack is made.
    done.abort("answered");
  }
  // What is left behind goes on for the next answer, and may still fail.
  if (rows.state === "pending") void rows.over.then(() => rows.state === "failed" && tell(ports, rows.cause));
  return { vectors: vectors.value ?? [], isRead: rows.state === "done", ...lacking(budgetMs, rows, vectors) };
}

interface Settled<Value> {
  state: "pending" | "done" | "failed";
  value?: Value;
  cause?: unknown;
  /** Never rejects. */
  readonly over: Promise<void>;
}

function settled<Value>(work: Promise<Value>): Settled<Value> {
  const result: Settled<Value> = {
    state: "pending",
    over: work.then(
      (value) => {
        result.state = "done";
        result.value = value;
      },
      (cause: unknown) => {
        result.state = "failed";
        result.cause = cause;
      },
    ),
  };
  return result;
}

function lacking(
  budgetMs: number,
  rows: Settled<unknown>,
  vectors: Settled<unknown>,
): Pick<Prepared, "degraded" | "cause"> {
  if (rows.state === "failed") return { degraded: "store: the library could not be read", cause: rows.cause };
  if (rows.state === "pending")
    return { degraded: `over-budget: the library was not read within ${budgetMs} ms` };
  if (vectors.state === "pending")
    return { degraded: `over-budget: the query was not embedded within ${budgetMs} ms` };
  // The loop has told of it when it began; here it is only why this answer is less.
  if (vectors.state === "failed")
    return {
      degraded: `embedder: ${SkillLoopError.isInstance(vectors.cause) ? vectors.cause.code : "it failed"}`,
    };
  return {};
}
