import { setTimeout as sleep } from "node:timers/promises";
import type { SkillLoopError } from "@skillloop/core/adapter";
import { unavailable } from "./embedder-errors.ts";
import { mayRetry, retryDelay } from "./retry-delay.ts";

export interface ServiceOptions {
  readonly url: URL;
  readonly headers: Headers;
  readonly attempts: number;
  /** For one attempt. */
  readonly timeoutMs: number;
  readonly fetch: typeof fetch;
}

/** How one attempt ended: with an answer, or with an error and how long to wait before another. */
type Attempt =
  | { readonly answer: unknown }
  | { readonly error: SkillLoopError; readonly waitMs: number | undefined };

/**
 * Posts a body and gives back the JSON of the answer. Rejects with `EMBEDDER_UNAVAILABLE`, or with the reason
 * of the signal. No error holds a part of the body, of the answer or of a header: each could be a text of the
 * host or its key.
 */
export async function postToService(
  service: ServiceOptions,
  body: object,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  for (let attempt = 0; ; attempt += 1) {
    const ended = await tryOnce(service, body, signal, attempt);
    if ("answer" in ended) return ended.answer;
    if (ended.waitMs === undefined || attempt + 1 >= service.attempts) throw ended.error;
    await pause(ended.waitMs, signal);
  }
}

async function tryOnce(
  { url, headers, timeoutMs, fetch }: ServiceOptions,
  body: object,
  signal: AbortSignal | undefined,
  attempt: number,
): Promise<Attempt> {
  signal?.throwIfAborted();
  const late = AbortSignal.timeout(timeoutMs);
  const wait = (retryAfter: string | null) => retryDelay(retryAfter, attempt, Date.now(), Math.random());
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
      signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      // A redirect would carry the texts to a place that nobody named.
      redirect: "error",
    });
    const text = await response.text();
    if (response.ok) return { answer: parse(text) };
    const retry = mayRetry(response.status);
    return {
      error: refused(response.status),
      waitMs: retry ? wait(response.headers.get("retry-after")) : undefined,
    };
  } catch (cause) {
    signal?.throwIfAborted();
    const message = late.aborted
      ? `The embeddings service gave no answer within ${timeoutMs} ms.`
      : "The embeddings service could not be reached.";
    const error = unavailable(message, "See that it runs and that baseURL is its own.", plainCause(cause));
    return { error, waitMs: wait(null) };
  }
}

/** Undefined, which no reader takes for vectors, when it is no JSON; the parser's error would quote it. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refused(status: number): SkillLoopError {
  const remedies: Readonly<Record<number, string>> = {
    401: "Check apiKey.",
    403: "Check apiKey and what it may use.",
    404: "Check baseURL and model.",
    413: "Lower batchSize.",
    429: "Wait, or lower batchSize.",
  };
  const remedy = remedies[status] ?? (status >= 500 ? "Try again later." : "Check model and dimensions.");
  return unavailable(`The embeddings service answered with status ${status}.`, remedy);
}

/** The code of a failed connection and nothing else. */
function plainCause(error: unknown): Error {
  const inner = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof inner === "object" && inner !== null ? (inner as { code?: unknown }).code : undefined;
  const name = inner instanceof Error ? inner.name : "Error";
  return new Error(typeof code === "string" ? code : name);
}

async function pause(waitMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(waitMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
