import { SkillLoopError } from "../errors.ts";
import type { Clock } from "../ports/clock.ts";
import type { Embedder, EmbedOptions } from "../ports/embedder.ts";
import { unitVectors } from "./run-embed.ts";

export interface GuardOptions {
  readonly embedder: Embedder;
  readonly clock: Pick<Clock, "monotonic" | "sleep">;
  /** Milliseconds for one call of the embedder. */
  readonly timeoutMs: number;
  /** Told of the first failure, and of none until the embedder has answered again. */
  readonly onOutage: (error: SkillLoopError) => void;
}

export interface GuardedEmbedder {
  /** Rejects at once for some seconds after a failure, so that nobody waits for what has just failed. */
  readonly hasty: Embedder;
  /** Tries each time. */
  readonly patient: Embedder;
}

const REST_MS = 5_000;

/** The embedder with a time limit, its vectors checked, and its failures told once an outage and without any text. */
export function guardEmbedder({ embedder, clock, timeoutMs, onOutage }: GuardOptions): GuardedEmbedder {
  let outage: { readonly error: SkillLoopError; readonly until: number } | undefined;

  const attempt = async (texts: readonly string[], options: EmbedOptions = {}) => {
    const { signal } = options;
    signal?.throwIfAborted();
    const ending = new AbortController();
    const end = (): void => ending.abort(signal?.reason);
    signal?.addEventListener("abort", end, { once: true });
    const done = new AbortController();
    const late = clock.sleep(timeoutMs, done.signal).then(() => {
      // Nearly always it was cut short by the answer, and an error with its stack would be made for nobody.
      if (!done.signal.aborted) throw tooSlow(embedder.id, timeoutMs);
      return [];
    });
    // Also an embedder that pays no heed to the signal keeps nobody waiting.
    const left = new Promise<never>((_resolve, reject) => {
      ending.signal.addEventListener("abort", () => reject(ending.signal.reason), { once: true });
    });
    try {
      const embedding = unitVectors(embedder, texts, { ...options, signal: ending.signal });
      const vectors = await Promise.race([embedding, late, left]);
      outage = undefined;
      return vectors;
    } catch (error) {
      signal?.throwIfAborted();
      const failure = failureOf(embedder.id, error);
      if (outage === undefined) onOutage(failure);
      outage = { error: failure, until: clock.monotonic() + REST_MS };
      throw failure;
    } finally {
      signal?.removeEventListener("abort", end);
      late.catch(ignore);
      left.catch(ignore);
      done.abort("answered");
      // Ends a call that is still running when its time is up.
      ending.abort("over");
    }
  };

  const faceOf = (embed: Embedder["embed"]): Embedder => ({
    id: embedder.id,
    get dimension() {
      return embedder.dimension;
    },
    embed,
  });
  return {
    patient: faceOf(attempt),
    hasty: faceOf(async (texts, options) => {
      if (outage !== undefined && clock.monotonic() < outage.until) throw outage.error;
      return attempt(texts, options);
    }),
  };
}

/** An embedder may quote what it was given in its errors: of a foreign one only its kind is passed on. */
function failureOf(id: string, error: unknown): SkillLoopError {
  if (SkillLoopError.isInstance(error)) return error;
  const { name, code, status } = (error ?? {}) as Record<string, unknown>;
  const kind = [name, code, status].filter(isKind).join(" ");
  return new SkillLoopError({
    code: "EMBEDDER_UNAVAILABLE",
    message: `The embedder ${id} failed${kind === "" ? "" : `: ${kind}`}.`,
    remedy: "Skills are found by their words meanwhile; what is not embedded is made up for when it answers.",
  });
}

const isKind = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && /^\w{1,40}$/.test(value));

function tooSlow(id: string, timeoutMs: number): SkillLoopError {
  return new SkillLoopError({
    code: "EMBEDDER_UNAVAILABLE",
    message: `The embedder ${id} did not answer within ${timeoutMs} ms.`,
    remedy:
      "Skills are found by their words meanwhile; give it more time with embedTimeoutMs if it is only slow.",
  });
}

function ignore(): void {}
