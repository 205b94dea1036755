import { canonicalJson } from "../text/canonical-json.ts";
import { toJsonValue } from "../trace/json-value.ts";
import type { StepOutcome } from "../types/trace.ts";
import type { Transcript } from "./transcript.ts";

/** How far a call's result is known. What a host reported itself beats what a message says of it. */
export type CallState = "open" | "interrupted" | "observed" | "exact";

/** One call of a run, as the framework names it and as the session keeps it. */
export interface RunCall {
  readonly frameworkId: string;
  readonly recordedId: string;
  readonly tool: string;
  readonly inputKey: string;
  state: CallState;
  /** The hint that goes with its result; `""` when there is none. */
  hint: Promise<string>;
}

/** Equal for equal inputs, whether they are parsed or still a JSON text. */
export function inputKey(input: unknown): string {
  if (typeof input === "string") {
    try {
      return canonicalJson(toJsonValue(JSON.parse(input)));
    } catch {
      return input;
    }
  }
  return canonicalJson(toJsonValue(input ?? {}));
}

/** Whether a result says something that a call's present state does not. */
export function replaces(state: CallState, outcome: StepOutcome | undefined, exact: boolean): boolean {
  if (state === "open" || state === "interrupted") return true;
  return exact && outcome !== "missing";
}

/**
 * Whether a conversation is the next request of a run: the same calls in the same order, and the last ones
 * with the same arguments.
 */
export function continuesRun(calls: readonly RunCall[], transcript: Transcript): boolean {
  const said = transcript.entries.flatMap((entry) => (entry.kind === "asked" ? entry.calls : []));
  if (said.length !== calls.length || calls.length === 0) return false;
  return said.every((call, index) => {
    const known = calls[index];
    return (
      known !== undefined &&
      known.frameworkId === (call.id ?? "") &&
      known.tool === call.tool &&
      known.inputKey === inputKey(call.input)
    );
  });
}
