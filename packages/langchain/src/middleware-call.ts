import type { LangchainCall } from "@skillloop/core/adapter/langchain";
import { readText } from "./read-field.ts";

/** A request as `scope` and `taskId` are given it, where no callback has named it. */
export function middlewareCall(
  messages: readonly unknown[],
  facts: { readonly metadata: Readonly<Record<string, unknown>>; readonly tags: readonly string[] },
): LangchainCall {
  const { metadata, tags } = facts;
  const text = (key: string): string | undefined => readText(metadata, key) || undefined;
  const place = text("langgraph_checkpoint_ns") ?? "";
  return {
    messages,
    metadata,
    tags,
    runId: place,
    rootRunId: place,
    threadId: text("thread_id"),
    taskId: text("taskId"),
  };
}
