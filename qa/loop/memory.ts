import type { Loop } from "@skillloop/core";
import type { MadeCall } from "./agent.ts";
import { type FirstRun, rawAttemptText, recordedCall } from "./first-round.ts";
import { domains, type LoopTask } from "./tasks/task.ts";

/** What an arm puts into a prompt: the only thing in which arms differ. */
export interface Memory {
  readonly begin: (task: LoopTask) => Promise<{
    readonly text: string;
    /** Told of a call; answers with what goes below its result, `""` for nothing. */
    readonly after: (call: MadeCall) => Promise<string>;
  }>;
}

export const noMemory: Memory = {
  begin: async () => ({ text: "", after: async () => "" }),
};

/** All runs of the first round, uncut. */
export function rawAttempts(runs: readonly FirstRun[]): Memory {
  const text = runs.map(rawAttemptText).join("\n\n");
  return { begin: async () => ({ text, after: async () => "" }) };
}

/** What a loop prints for a task and for its errors. Nothing of the run is learned. */
export function loopMemory(loop: Loop): Memory {
  return {
    async begin(task) {
      const session = loop.session(task.second.task, { learn: false });
      const { text } = await session.skills();
      return { text, after: async (call) => (await session.tool(recordedCall(call))).text };
    },
  };
}

export interface PrintedNotes {
  /** The same memory, remembering what it printed. */
  readonly memory: Memory;
  /** A memory that prints a note of another domain, of the same length, wherever the first one prints something. */
  readonly placebo: () => Memory;
}

/** Listens to what a memory prints, to make a placebo of it. */
export function listenTo(memory: Memory): PrintedNotes {
  const printed = new Map<string, string[]>();
  const heard = (task: LoopTask, text: string): string => {
    if (text !== "") printed.set(task.domain, [...(printed.get(task.domain) ?? []), text]);
    return text;
  };
  const overheard: Memory = {
    async begin(task) {
      const begun = await memory.begin(task);
      return {
        text: heard(task, begun.text),
        after: async (call) => heard(task, await begun.after(call)),
      };
    },
  };
  const placebo = (): Memory => {
    const instead = (task: LoopTask, text: string): string =>
      text === "" ? "" : ofLength(foreignNote(printed, task), text.length);
    return {
      async begin(task) {
        const begun = await memory.begin(task);
        return {
          text: instead(task, begun.text),
          after: async (call) => instead(task, await begun.after(call)),
        };
      },
    };
  };
  return { memory: overheard, placebo };
}

/** The first note that was printed in the next domain that has one. */
function foreignNote(printed: ReadonlyMap<string, readonly string[]>, task: LoopTask): string {
  const at = domains.indexOf(task.domain);
  const others = domains.map((_, step) => domains[(at + step) % domains.length] ?? "").slice(1);
  const note = others.flatMap((domain) => printed.get(domain)?.[0] ?? [])[0];
  if (note === undefined) throw new Error("A placebo needs a note that was printed in another domain.");
  return note;
}

function ofLength(note: string, length: number): string {
  return `${note}\n`.repeat(Math.ceil(length / (note.length + 1))).slice(0, length);
}
