import type { Loop } from "@skillloop/core";
import type { GraphHandler } from "./graph-handler.ts";

/** Weakly: a server that wraps a graph for each request must not keep all of them. */
const handlersOfLoop = new WeakMap<Loop, Set<WeakRef<GraphHandler>>>();

export function keepHandler(loop: Loop, handler: GraphHandler): void {
  const handlers = handlersOfLoop.get(loop) ?? new Set();
  handlersOfLoop.set(loop, handlers.add(new WeakRef(handler)));
}

/** The handlers of a loop's graphs that are still in use. */
export function handlersOf(loop: Loop): readonly GraphHandler[] {
  const handlers = handlersOfLoop.get(loop) ?? new Set<WeakRef<GraphHandler>>();
  return [...handlers].flatMap((reference) => {
    const handler = reference.deref();
    if (handler === undefined) handlers.delete(reference);
    return handler === undefined ? [] : [handler];
  });
}

/** Which handler of a loop records a run of LangChain. */
export class Claims {
  readonly #handlers = new Map<string, GraphHandler>();
  #swept = 0;

  of(runId: unknown): GraphHandler | undefined {
    return typeof runId === "string" ? this.#handlers.get(runId) : undefined;
  }

  set(runId: string, handler: GraphHandler): void {
    // Before the new one, which its recorder does not know yet.
    if (this.#handlers.size > 2 * this.#swept + 256) this.#sweep();
    this.#handlers.set(runId, handler);
  }

  delete(runId: string): void {
    this.#handlers.delete(runId);
  }

  /** Of a stream that nobody reads to its end, no end is told: its recorder has forgotten it by then. */
  #sweep(): void {
    for (const [runId, handler] of this.#handlers) {
      if (!handler.callbacks.knows(runId)) this.#handlers.delete(runId);
    }
    this.#swept = this.#handlers.size;
  }
}

const claimsOfLoop = new WeakMap<Loop, Claims>();

export function claimsOf(loop: Loop): Claims {
  const claims = claimsOfLoop.get(loop) ?? new Claims();
  claimsOfLoop.set(loop, claims);
  return claims;
}
