import type { JsonValue } from "../types/json.ts";
import type { Signal } from "../types/signal.ts";
import type { Step, ToolStep, Trace } from "../types/trace.ts";

/** Small runs of shell commands and tool calls for tests of what is learned from them. */

export const passed: Signal = { source: "test", outcome: "success", check: "npm test", exitCode: 0 };
export const failed: Signal = { source: "test", outcome: "failure", check: "npm test", exitCode: 1 };

/** A step without its turn and call id, which `sampleRun` gives by its place. */
export type SampleStep =
  | (Omit<ToolStep, "turn" | "callId"> & { readonly turn?: number; readonly callId?: string })
  | {
      readonly kind: "text";
      readonly role: "user" | "assistant";
      readonly text: string;
      readonly turn?: number;
    };

/** A call of the tool `bash`: it failed when it has an error. */
export function bash(
  command: string,
  result: { readonly output?: string; readonly error?: string } = {},
): SampleStep {
  return call("bash", { command }, result);
}

/** A call of any tool: it failed when it has an error. */
export function call(
  tool: string,
  input: JsonValue,
  { output, error }: { readonly output?: string; readonly error?: string } = {},
): SampleStep {
  const step = { kind: "tool", tool, input } as const;
  if (error !== undefined) return { ...step, outcome: "tool-error", error };
  return { ...step, outcome: "ok", output: output ?? "" };
}

export function said(role: "user" | "assistant", text: string): SampleStep {
  return { kind: "text", role, text };
}

/** A trace of these steps, each its own turn. It passed its check unless other signals are given. */
export function sampleRun(steps: readonly SampleStep[], fields: Partial<Trace> = {}): Trace {
  const numbered = steps.map((step, at): Step => {
    const turn = step.turn ?? at;
    return step.kind === "text" ? { ...step, turn } : { ...step, turn, callId: step.callId ?? `c${at}` };
  });
  return {
    id: "t1",
    scope: { project: "p" },
    task: "Do the work",
    steps: numbered,
    signals: [passed],
    shown: [],
    used: [],
    bulletFeedback: [],
    environment: {},
    context: {},
    metadata: {},
    end: "completed",
    recordedAt: 0,
    ...fields,
  };
}
