import { readdirSync } from "node:fs";
import { join } from "node:path";
import { SkillLoop } from "@skillloop/core";
import { atMost } from "../figure.ts";
import type { Figure } from "../report.ts";
import { fillHome } from "./fill-home.ts";
import { benchErrors, benchQueries, SCOPE } from "./library.ts";

const ROUNDS = 1_000;

/** What a thousand recalls and sessions leave behind: open files, and heap after collection. */
export async function measureMemory(root: string): Promise<readonly Figure[]> {
  const home = join(root, "memory");
  await fillHome(home, 200);
  const loop = await SkillLoop.open({ home, scope: SCOPE, worker: "manual" });
  await rounds(loop, 100);
  const filesBefore = await settledFiles();
  const heapBefore = await settledHeap();
  await rounds(loop, ROUNDS);
  const heap = (await settledHeap()) - heapBefore;
  const files = (await settledFiles()) - filesBefore;
  await loop.close();
  return [
    atMost("memory.file-descriptors", `${ROUNDS} recalls and sessions`, files, "more", 2),
    atMost("memory.heap-per-session", `${ROUNDS} recalls and sessions`, heap / ROUNDS / 1_024, "KB", 1),
  ];
}

async function rounds(loop: SkillLoop, count: number): Promise<void> {
  const tasks = benchQueries(count, 200, 3);
  const errors = benchErrors(count, 200, 4);
  for (const [index, task] of tasks.entries()) {
    await loop.recall(task);
    await loop.run(task, async (session) => {
      await session.skills();
      await session.tool({
        name: "bash",
        input: { command: `step ${index}` },
        error: errors[index],
        exitCode: 1,
      });
    });
  }
}

async function settledHeap(): Promise<number> {
  if (globalThis.gc === undefined)
    throw new Error("Run with --expose-gc: the heap is read after a collection.");
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    globalThis.gc();
  }
  return process.memoryUsage().heapUsed;
}

/** The least over a second: what compaction has open for a moment is no leak. */
async function settledFiles(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let sample = 0; sample < 10; sample += 1) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    least = Math.min(least, openFiles());
  }
  return least;
}

/** Linux lists a process's open files; elsewhere there is nothing to count. */
function openFiles(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
}
