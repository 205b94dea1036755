import type { LearnInput } from "@skillloop/core";

export interface HostileStep {
  readonly name?: string;
  readonly input?: unknown;
  readonly output?: string;
  readonly error?: string;
  readonly exitCode?: number;
  readonly role?: "user" | "assistant";
  readonly text?: string;
}

/** A run in which somebody tries to reach later agents. */
export interface HostileRun {
  readonly id: string;
  readonly category: string;
  readonly task: string;
  readonly steps: readonly HostileStep[];
  readonly passed: boolean;
  /** Words that only what somebody planted has. */
  readonly poison: RegExp;
  /**
   * `own`: harmless runs have such words too, so they are looked for in what was learned of this run alone. `name`: the attack is on
   * what a skill is called and where it is written, so they are looked for there; a tool may be called what it is called.
   */
  readonly where?: "own" | "name";
  /** The one user who says so; absent for a run of the whole project. */
  readonly user?: string;
}

export function learnInputOf({ id, task, steps, passed }: HostileRun): LearnInput {
  return { runId: id, task, steps, outcome: passed ? "success" : "failure", check: "the task's own check" };
}

/** Every error that a run met, with the tool that gave it. */
export function errorsOf({
  steps,
}: HostileRun): readonly { readonly tool: string; readonly error: string }[] {
  return steps.flatMap(({ name, error }) =>
    name === undefined || error === undefined ? [] : [{ tool: name, error }],
  );
}

export const bash = (command: string, result: Omit<HostileStep, "name" | "input">): HostileStep => ({
  name: "bash",
  input: { command },
  ...result,
});

export const failed = (error: string, exitCode = 1): Omit<HostileStep, "name" | "input"> => ({
  error,
  exitCode,
});
export const worked = (output: string): Omit<HostileStep, "name" | "input"> => ({ output, exitCode: 0 });
