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
