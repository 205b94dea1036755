import type { LearnInput } from "@skillloop/core";
import { seededRandom } from "../random.ts";
import { type MadeCall, work } from "./agent.ts";
import { allTasks } from "./tasks/all-tasks.ts";
import type { LoopTask, Values } from "./tasks/task.ts";
import type { World } from "./world.ts";

/** One recorded run of the first round: all arms learn from the same ones. */
export interface FirstRun {
  readonly task: LoopTask;
  readonly calls: readonly MadeCall[];
  readonly ways: readonly number[];
  readonly passed: boolean;
}

/** Runs every task once, in the seed's order, by an agent that nobody tells anything. */
export async function firstRound(seed: number): Promise<readonly FirstRun[]> {
  const runs: FirstRun[] = [];
  for (const task of shuffled(allTasks, seed)) {
    const patience = task.sort === "recovers" ? task.ways.length : 0;
    const { calls, ways, passed } = await inWorld(task, task.first.values, (world) =>
      work(
        { call: async (tool, input) => ({ result: await world.call(tool, input), hint: "" }) },
        { ...task, task: task.first.task, values: task.first.values, prompt: "", patience },
      ),
    );
    runs.push({ task, calls, ways, passed });
  }
  return runs;
}

/** Makes the world of a task, lets the body work in it, asks whether the task is done, and takes it down. */
export async function inWorld<T extends object>(
  task: LoopTask,
  values: Values,
  body: (world: World) => Promise<T>,
): Promise<T & { readonly passed: boolean }> {
  const world = await task.world(values);
  try {
    const done = await body(world);
    return { ...done, passed: await world.solved() };
  } finally {
    await world.close();
  }
}

/** A call in the form that the loop records. */
export function recordedCall({ tool, input, result }: MadeCall) {
  const { ok, output, error, exitCode } = result;
  return {
    name: tool,
    input,
    ...(output !== "" && { output }),
    ...(!ok && { error: error ?? output }),
    ...(exitCode !== undefined && { exitCode }),
  };
}

/** A run as it is given to `learn`. Its context is what a re-run makes its world of. */
export function learnInputOf({ task, calls, passed }: FirstRun, index: number): LearnInput {
  return {
    runId: `first-${index}`,
    task: task.first.task,
    steps: calls.map(recordedCall),
    outcome: passed ? "success" : "failure",
    check: task.check,
    context: { world: task.id, values: task.first.values },
  };
}

/** A run as it is pasted into a prompt, uncut. */
export function rawAttemptText({ task, calls, passed }: FirstRun): string {
  const lines = calls.flatMap(({ tool, input, result }) => {
    const given = tool === "bash" ? String(input["command"]) : JSON.stringify(input);
    const code = result.exitCode === undefined ? "" : ` (exit code ${result.exitCode})`;
    return [
      `> ${tool} ${given}`,
      result.ok ? `ok: ${result.output}` : `failed${code}: ${result.error ?? ""}`,
    ];
  });
  const end = `The check "${task.check}" ${passed ? "passed" : "failed"}.`;
  return [`### Attempt: ${task.first.task}`, ...lines, end].join("\n");
}

function shuffled<T>(values: readonly T[], seed: number): readonly T[] {
  const random = seededRandom(seed);
  return values
    .map((value) => ({ value, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
