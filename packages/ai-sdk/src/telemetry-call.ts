import { readField, readText } from "@skillloop/core/adapter";
import type { AiSdkCall } from "./ai-sdk-call.ts";
import { currentTask } from "./run-with-task.ts";

/** A request as far as telemetry shows it. */
export function telemetryCall(messages: readonly unknown[], providerOptions: unknown): AiSdkCall {
  const own = readField(providerOptions, "skillloop");
  const options = typeof own === "object" && own !== null ? (own as AiSdkCall["options"]) : {};
  const taskId = readText(options, "taskId") ?? currentTask()?.taskId;
  return {
    params: { prompt: messages, providerOptions },
    options,
    ...(taskId !== undefined && { taskId }),
  };
}
