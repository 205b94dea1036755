import type { Loop } from "@skillloop/core";
import { SkillLoopCallbackHandler } from "./skill-loop-callback-handler.ts";

/** Where a runnable's callbacks keep their handlers. */
function handlersOf(callbacks: unknown): readonly unknown[] {
  if (Array.isArray(callbacks)) return callbacks;
  if (typeof callbacks !== "object" || callbacks === null || !("handlers" in callbacks)) return [];
  return Array.isArray(callbacks.handlers) ? callbacks.handlers : [];
}

/** The handler of this loop among a runnable's callbacks. */
export function handlerIn(callbacks: unknown, loop: Loop): SkillLoopCallbackHandler | undefined {
  return handlersOf(callbacks).find(
    (handler): handler is SkillLoopCallbackHandler =>
      handler instanceof SkillLoopCallbackHandler && handler.recorder.loop === loop,
  );
}

/** The run that a runnable's callbacks tell its children to be part of. */
export function parentRunIdIn(callbacks: unknown): string | undefined {
  if (typeof callbacks !== "object" || callbacks === null || !("getParentRunId" in callbacks))
    return undefined;
  const { getParentRunId } = callbacks;
  const id: unknown = typeof getParentRunId === "function" ? getParentRunId.call(callbacks) : undefined;
  return typeof id === "string" ? id : undefined;
}
