import { isBaseMessage } from "@langchain/core/messages";
import { plainMessage } from "./scripted-chat-model.ts";

const changesByItself = new Set([
  "id",
  "ts",
  "langgraph_checkpoint_ns",
  "checkpoint_ns",
  "__pregel_task_id",
  "checkpoint_id",
  "langgraph_path",
  "langgraph_triggers",
  "run_id",
  "interrupt_id",
]);

/** What a host holds, as JSON without what changes by itself. */
export function plainState(value: unknown): unknown {
  if (isBaseMessage(value)) return plainState(plainMessage(value));
  if (Array.isArray(value)) return value.map(plainState);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, field]) => !changesByItself.has(key) && typeof field !== "function")
      .map(([key, field]) => [key, plainState(field)]),
  );
}
