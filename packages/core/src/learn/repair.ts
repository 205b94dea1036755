import type { ErrorSignature } from "../text/error-signature/error-signature.ts";
import type { JsonValue } from "../types/json.ts";
import type { NoLesson } from "../types/lesson.ts";
import type { ExampleCall } from "../types/skill.ts";
import type { ToolStep } from "../types/trace.ts";

/** A tool step with its position among all steps of the trace. */
export interface Attempt {
  readonly step: ToolStep;
  readonly at: number;
}

/** A failed call and the later call for the same purpose that worked. */
export interface Repair {
  readonly failed: Attempt;
  /** Later attempts that failed in the same way before the repair. */
  readonly repeats: readonly Attempt[];
  readonly fixed: Attempt;
  /** Successful calls issued after the failure was seen and before the working call. */
  readonly between: readonly Attempt[];
  readonly signature: ErrorSignature;
}

/** One thing the working call has that the failed one had not, in words that hold no instance value. */
export interface ChangeNote {
  /** Equal for the same change in another run. */
  readonly id: string;
  readonly text: string;
  /** The same in a few words, where the text is long. */
  readonly brief?: string;
}

/** What made the difference, with instance values already out. */
export interface RepairChange {
  /** `call`: the call itself changed. `state`: something was done before the same call. */
  readonly kind: "call" | "state";
  /** The part of the change that names it: equal for two runs that repaired the same mistake alike. */
  readonly atom: string;
  /** What the working call itself has that the failed one had not; what comes before it stands in `calls`. */
  readonly notes: readonly ChangeNote[];
  readonly calls: readonly ExampleCall[];
  /** The calls as a reader writes them, one string each. */
  readonly rendered: readonly string[];
  /** The state changes among what was done in between that belong to the repair. */
  readonly states: readonly Attempt[];
  /** Raw texts of what the fix added, for the checks on its safety. */
  readonly added: readonly string[];
  /** A value of the fix that the run does not say how to find. */
  readonly unbound: boolean;
}

/** A repair that teaches nothing, by a rule with a stable name. */
export interface Dismissal {
  readonly rule: string;
  readonly detail: string;
}

export const isDismissal = (value: object): value is Dismissal => "rule" in value;

export function dismiss(attempt: Attempt, { rule, detail }: Dismissal): NoLesson {
  return { callId: attempt.step.callId, rule, detail };
}

/** The strings of a JSON value, keys left out. */
export function stringsIn(value: JsonValue, found: string[] = []): readonly string[] {
  if (typeof value === "string") found.push(value);
  else if (typeof value === "number") found.push(String(value));
  else if (value !== null && typeof value === "object") {
    for (const inner of Object.values(value) as readonly JsonValue[]) stringsIn(inner, found);
  }
  return found;
}
