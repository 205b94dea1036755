// Every callback handler of ours carries `[recordsFor]: LangchainCallbacks`, the recorder behind it, whose
// `loop` is the loop it records for. What stands beside a handler (a middleware, a node of a graph, a step of
// a chain) finds it with `recorderIn(config.callbacks, loop)` and then leaves the recording to it.
import type { Loop } from "../../types/loop.ts";
import type { LangchainCallbacks } from "./langchain-callbacks.ts";

/** The mark on a handler. The same symbol in every copy of every package of ours. */
export const recordsFor: unique symbol = Symbol.for("skillloop.records-for");

/** A callback handler of ours, of whatever package. */
export interface RecordingHandler {
  readonly [recordsFor]: LangchainCallbacks;
}

/** The recorder of this loop among a runnable's callbacks: a list of handlers, or a manager that has one. */
export function recorderIn(callbacks: unknown, loop: Loop): LangchainCallbacks | undefined {
  return handlersOf(callbacks).find((handler) => isOf(handler, loop))?.[recordsFor];
}

function isOf(handler: unknown, loop: Loop): handler is RecordingHandler {
  if (typeof handler !== "object" || handler === null || !(recordsFor in handler)) return false;
  const recorder = handler[recordsFor];
  return typeof recorder === "object" && recorder !== null && "loop" in recorder && recorder.loop === loop;
}

function handlersOf(callbacks: unknown): readonly unknown[] {
  if (Array.isArray(callbacks)) return callbacks;
  if (typeof callbacks !== "object" || callbacks === null || !("handlers" in callbacks)) return [];
  return Array.isArray(callbacks.handlers) ? callbacks.handlers : [];
}
