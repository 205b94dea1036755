import { invalidAnswer, SkillLoopError } from "@skillloop/core/adapter";
import type { KeyPool } from "./key-pool.ts";
import type { ModelClock } from "./machine-clock.ts";
import { quotaUsedUp, unavailable } from "./model-errors.ts";
import { type Failure, readFailure } from "./read-failure.ts";

export interface PoolRequest<A> {
  /** Of the model, for errors. */
  readonly id: string;
  readonly pool: KeyPool;
  readonly clock: ModelClock;
  /** Milliseconds for one request. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly send: (key: string, signal: AbortSignal) => Promise<A>;
  /** Whether the model has ever answered: what is refused then is one request, and before that everything. */
  readonly hasAnswered: boolean;
  /** From 0 to 1, so that many processes do not come back at once. */
  readonly dice?: () => number;
}

const attemptsPerKey = 6;
/** Of the server's own faults in one call, whatever the key. */
const faultsPerCall = 6;
/** Faults that a request without an answer counts for: it has cost its whole time. */
const faultsOfTimeout = 3;
const longestWaitMs = 60_000;
const dayMs = 86_400_000;

class TimedOut extends Error {}

/**
 * Sends a request with one key after another until one is answered. Waits as long as a server asks for and no longer; parks a
 * key whose day is used up, and sends nothing when all are parked.
 *
 * Rejects with `MODEL_QUOTA`, `MODEL_UNAVAILABLE`, `MODEL_ANSWER_INVALID` for what the server will never answer, and the
 * signal's reason.
 */
export async function askThroughPool<A>(request: PoolRequest<A>): Promise<A> {
  const { id, pool, clock, signal } = request;
  const tries = new Map<string, number>();
  let faults = 0;
  let last: Failure | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const choice = pool.choose(clock.now(), (key) => (tries.get(key) ?? 0) < attemptsPerKey);
    if (choice === undefined) throw gaveUp(id, last);
    if ("parkedUntil" in choice) throw allParked(id, choice.parkedUntil);
    const { key, waitMs } = choice;
    if (waitMs > longestWaitMs) throw gaveUp(id, last);
    if (waitMs > 0) {
      await clock.sleep(waitMs, signal);
      continue;
    }
    try {
      return await withinTime(request, key);
    } catch (error) {
      signal?.throwIfAborted();
      if (SkillLoopError.isInstance(error)) throw error;
      const late = error instanceof TimedOut;
      const failure = late ? timedOut(request.timeoutMs) : readFailure(error, clock.now());
      last = failure;
      if (failure.kind === "fault") {
        faults += late ? faultsOfTimeout : 1;
        const pause = failure.waitMs ?? backoff(faults, request);
        if (faults >= faultsPerCall || pause > longestWaitMs) throw gaveUp(id, failure);
        await clock.sleep(pause, signal);
      } else settle(request, { failure, key, tries });
    }
  }
}

/** What a failure means for the key; throws where no other key would help. */
function settle<A>(
  request: PoolRequest<A>,
  met: { readonly failure: Failure; readonly key: string; readonly tries: Map<string, number> },
): void {
  const { failure, key, tries } = met;
  const { pool, clock, id, hasAnswered } = request;
  const count = (tries.get(key) ?? 0) + 1;
  const now = clock.now();
  switch (failure.kind) {
    case "busy":
      tries.set(key, count);
      pool.cool(key, now + (failure.waitMs ?? backoff(count, request)));
      return;
    case "quota":
      tries.set(key, count);
      // Limits that roll on come back within the minute: then it is a wait like any other.
      if (failure.waitMs !== undefined && failure.waitMs <= longestWaitMs)
        pool.cool(key, now + failure.waitMs);
      else pool.park(key, now + (failure.waitMs ?? dayMs));
      return;
    case "key":
      tries.set(key, attemptsPerKey);
      return;
    case "refused":
      if (!hasAnswered) throw gaveUp(id, failure);
      throw notAnswered(id, failure);
    case "request":
      throw notAnswered(id, failure);
    default:
      throw gaveUp(id, failure);
  }
}

/** Ends the request when its time is up, also where the client or the server takes no notice. */
async function withinTime<A>({ clock, timeoutMs, signal, send }: PoolRequest<A>, key: string): Promise<A> {
  const ending = new AbortController();
  const done = new AbortController();
  const late = clock.sleep(timeoutMs, done.signal).then((): never => {
    throw new TimedOut();
  });
  try {
    const until = signal === undefined ? ending.signal : AbortSignal.any([signal, ending.signal]);
    return await Promise.race([send(key, until), late]);
  } finally {
    late.catch(() => {});
    done.abort();
    ending.abort();
  }
}

function backoff(
  count: number,
  { dice = Math.random }: { readonly dice?: (() => number) | undefined },
): number {
  return Math.min(1_000 * 2 ** (count - 1) * (0.75 + dice() / 2), longestWaitMs);
}

const timedOut = (timeoutMs: number): Failure => ({
  kind: "fault",
  name: `no answer within ${timeoutMs} ms`,
});

function gaveUp(id: string, failure: Failure | undefined): SkillLoopError {
  const wait =
    failure?.waitMs === undefined ? "" : `, and it asks to wait ${Math.ceil(failure.waitMs / 1_000)} s`;
  const what = `The model ${id} gave no answer: ${failure?.name ?? "its keys have been told to wait"}${wait}.`;
  if (failure?.kind === "key") return unavailable(what, "Check the key and what it may use.");
  if (failure?.kind === "setup" || failure?.kind === "refused")
    return unavailable(what, "Check the model's name, the base URL and the options.");
  return unavailable(what, "What waits for the model is tried again later.");
}

function notAnswered(id: string, { name }: Failure): SkillLoopError {
  return invalidAnswer(`The model ${id} refused this request and would refuse it again: ${name}.`);
}

function allParked(id: string, until: number): SkillLoopError {
  return quotaUsedUp(
    `The quota of every key of the model ${id} is used up until ${new Date(until).toISOString()}.`,
    "Learning goes on by itself then; add a key or raise the limit to go on sooner.",
  );
}
