import { type BaseMessage, isBaseMessage } from "@langchain/core/messages";

const namedAnew = new Set([
  "id",
  "ts",
  "run_id",
  "interrupt_id",
  "checkpoint_id",
  "checkpoint_ns",
  "langgraph_checkpoint_ns",
  "langgraph_path",
  "langgraph_triggers",
  "__pregel_task_id",
]);

/** What a host holds as plain JSON, without what each run names anew, and without our own channel. */
export function plain(value: unknown): unknown {
  if (isBaseMessage(value)) return plain(plainMessage(value));
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, field]) => key !== "skillloop" && !namedAnew.has(key) && typeof field !== "function")
      .map(([key, field]) => [key, plain(field)]),
  );
}

/** A message as its model is sent it. */
export function plainMessage(message: BaseMessage): unknown {
  const {
    id: _named,
    response_metadata: _provider,
    ...fields
  } = Object.fromEntries(Object.entries(message.toDict().data));
  return { ...fields, type: message.type, content: message.content };
}
