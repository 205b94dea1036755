import type { TraceInput } from "../schema/trace-input.ts";
import type { Outcome, Signal } from "../types/signal.ts";

const byExitCode = (exitCode: number | null): Outcome =>
  exitCode === null ? "unknown" : exitCode === 0 ? "success" : "failure";

function byReward(reward: number | boolean): Outcome {
  const value = Number(reward);
  if (!Number.isFinite(value)) return "unknown";
  return value >= 1 ? "success" : value <= 0 ? "failure" : "partial";
}

const filled = (value: string | null | undefined): value is string => value != null && value.trim() !== "";

/**
 * What a trace says about how its run went. `reward` is the task's own checker; `outcome` and `exitCode`
 * are a test only when a check is named, else the agent's own opinion. An exit code decides over a word
 * beside it, and `exitCode: null` (killed by a signal) is unknown.
 */
export function signalsOf(input: TraceInput): readonly Signal[] {
  const signals: Signal[] = (input.signals ?? []).map((signal) => ({
    source: signal.source,
    outcome:
      signal.exitCode !== undefined && signal.outcome == null
        ? byExitCode(signal.exitCode)
        : (signal.outcome ?? "unknown"),
    ...(filled(signal.check) ? { check: signal.check } : {}),
    ...(typeof signal.exitCode === "number" ? { exitCode: signal.exitCode } : {}),
    ...(filled(signal.detail) ? { detail: signal.detail } : {}),
  }));
  const said = input.exitCode !== undefined ? byExitCode(input.exitCode) : input.outcome;
  const check = filled(input.check) ? { check: input.check } : {};
  if (input.reward != null) {
    const name = said == null && filled(input.check) ? input.check : "reward";
    signals.push({ source: "test", outcome: byReward(input.reward), check: name });
  }
  if (said != null) {
    const exitCode = typeof input.exitCode === "number" ? { exitCode: input.exitCode } : {};
    signals.push({ source: "check" in check ? "test" : "self", outcome: said, ...check, ...exitCode });
  }
  return signals;
}
