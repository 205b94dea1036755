import type { Loop } from "@skillloop/core";
import { errorSignature } from "../../packages/core/src/text/error-signature/error-signature.ts";
import { traceOutcome } from "../../packages/core/src/text/trace-outcome.ts";
import { intake } from "../../packages/core/src/trace/intake.ts";
import type { ToolStep, Trace } from "../../packages/core/src/types/trace.ts";
import type { Run } from "./read-runs.ts";

export interface ReplayedError {
  readonly run: string;
  readonly tool: string;
  readonly error: string;
  /** A rewarded first run had the same tool fail with the same signature and succeed later. */
  readonly repairKnown: boolean;
  readonly hint?: { readonly name: string; readonly description: string; readonly fits: boolean };
}

/** Every failed call of the second runs, with the hint an agent would have been given there. */
export async function replayErrors(
  loop: Loop,
  runs: { readonly first: readonly Run[]; readonly second: readonly Run[] },
): Promise<readonly ReplayedError[]> {
  const known = new Set(runs.first.flatMap((run) => repairedIn(read(run))));
  const replayed: ReplayedError[] = [];
  for (const run of runs.second) {
    for (const step of failures(read(run))) {
      const error = step.error ?? "";
      const { hits } = await loop.recallForError(error, { task: run.task, tool: step.tool });
      const [hit] = hits;
      replayed.push({
        run: run.id,
        tool: step.tool,
        error,
        repairKnown: known.has(keyOf(step)),
        ...(hit !== undefined && {
          hint: {
            name: hit.name,
            description: hit.content.description,
            fits:
              hit.content.mistake?.tool === step.tool &&
              hit.content.keys.signatures.includes(errorSignature(error).text),
          },
        }),
      });
    }
  }
  return replayed;
}

function read(run: Run): Trace {
  return intake(run.input, { scope: { project: "replay" }, now: 0, environment: {} }).trace;
}

function failures(trace: Trace): readonly ToolStep[] {
  return trace.steps.filter(
    (step): step is ToolStep => step.kind === "tool" && step.outcome === "tool-error",
  );
}

function repairedIn(trace: Trace): readonly string[] {
  if (traceOutcome(trace.signals).outcome !== "success") return [];
  return failures(trace)
    .filter((failed) =>
      trace.steps.some(
        (step) =>
          step.kind === "tool" &&
          step.tool === failed.tool &&
          step.turn > failed.turn &&
          step.outcome === "ok",
      ),
    )
    .map(keyOf);
}

function keyOf(step: ToolStep): string {
  return `${step.tool} ${errorSignature(step.error ?? "").hash}`;
}
