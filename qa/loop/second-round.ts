import type { RerunRunner } from "@skillloop/core";
import { seededRandom } from "../random.ts";
import { type MadeCall, work } from "./agent.ts";
import { inWorld, recordedCall } from "./first-round.ts";
import type { Memory } from "./memory.ts";
import { allTasks, taskOf } from "./tasks/all-tasks.ts";
import type { LoopTask, Values } from "./tasks/task.ts";

export interface SecondRun {
  readonly task: LoopTask;
  readonly solved: boolean;
  /** It made the call again that failed, or did nothing, in the first round. */
  readonly repeated: boolean;
  readonly ways: readonly number[];
  /** Characters of notes in its prompts. */
  readonly noteCharacters: number;
}

const shareOfPatient = 0.2;

/** Every task in its second wording, with what the memory prints. Who is patient is the same in every arm. */
export async function secondRound(memory: Memory, seed: number): Promise<readonly SecondRun[]> {
  const random = seededRandom(seed ^ 0x5eed);
  const runs: SecondRun[] = [];
  for (const task of allTasks) {
    const patience = random() < shareOfPatient ? 1 : 0;
    const { values } = task.second;
    const notes = await memory.begin(task);
    let noteCharacters = notes.text.length;
    const { ways, passed } = await inWorld(task, values, (world) =>
      work(
        {
          async call(tool, input) {
            const result = await world.call(tool, input);
            const hint = await notes.after({ tool, input, result });
            noteCharacters += hint.length;
            return { result, hint };
          },
        },
        { ...task, task: task.second.task, values, prompt: notes.text, patience },
      ),
    );
    const repeated = task.sort !== "habit is right" && ways.includes(0);
    runs.push({ task, solved: passed, repeated, ways, noteCharacters });
  }
  return runs;
}

/** Repeats the task a skill was learned from, in a new world, with nothing but the SKILL.md as prompt. */
export const rerun: RerunRunner = async ({ task: words, skillMd = "", context }) => {
  const task = taskOf(context["world"]);
  const values = context["values"] as Values;
  const calls: MadeCall[] = [];
  const { passed } = await inWorld(task, values, (world) =>
    work(
      {
        async call(tool, input) {
          const result = await world.call(tool, input);
          calls.push({ tool, input, result });
          return { result, hint: "" };
        },
      },
      { ...task, task: words, values, prompt: skillMd, patience: 0 },
    ),
  );
  return { trace: { task: words, steps: calls.map(recordedCall) }, passed, check: task.check };
};
