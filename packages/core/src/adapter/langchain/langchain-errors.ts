import { readField } from "../../trace/json-value.ts";
import { controlFlowOf } from "../../trace/wording.ts";
import type { Trace } from "../../types/trace.ts";

/** A run that its host cut off. LangGraph ends a graph that was with an error that has no name of its own. */
export function isAbort(error: unknown): boolean {
  const name = readField(error, "name");
  if (name === "AbortError" || name === "ModelAbortError" || readField(error, "code") === "ABORT_ERR")
    return true;
  return name === "Error" && readField(error, "message") === "Abort";
}

/** An agent gives its work to another one in the graph around it. */
export const isHandOff = (error: unknown): boolean => readField(error, "name") === "ParentCommand";

/** A stop for a person. A hand-off is control flow as well, and goes on without one. */
export function isInterrupt(error: unknown): boolean {
  return controlFlowOf(error) === "interrupted" && !isHandOff(error);
}

/** How a chain that ended with an error has ended. */
export function endByError(error: unknown): Trace["end"] {
  // A loop cut by its step limit was stopped by its host, not by what it did.
  if (isAbort(error) || readField(error, "name") === "GraphRecursionError") return "aborted";
  // An interrupt and a hand-off leave a subgraph as errors, and are none (LG1, LG2).
  return controlFlowOf(error) === "interrupted" ? "completed" : "failed";
}
