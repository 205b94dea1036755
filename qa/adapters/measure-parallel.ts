import { getEventListeners } from "node:events";
import { atLeast, atMost, told } from "../figure.ts";
import type { Figure } from "../report.ts";
import type { BenchAgent } from "./bench-agent.ts";
import type { Measured } from "./measure-calls.ts";
import { countTimers } from "./open-timers.ts";
import { planned, Seen } from "./script.ts";

const RUNS = 1_000;
const SETTLE_MS = 300;

interface Left {
  /** Bytes on the heap that a run left after garbage was collected. */
  readonly heap: number;
  readonly timers: number;
  readonly signalListeners: number;
  readonly processListeners: number;
  readonly resources: number;
  readonly openRuns: number;
  readonly answers: number;
}

/**
 * What a thousand runs at once leave behind, held against what they leave without SkillLoop. All share one
 * abort signal, as the runs of a server that shuts down do. Each side runs twice, and the second time counts:
 * the first fills the framework's own caches.
 */
export async function measureParallel(measured: Measured): Promise<readonly Figure[]> {
  const { subject, loop } = measured;
  const plan = { calls: [1, 1], failsFirst: true };
  const seen = new Seen();
  const bare = await subject.agent({ script: planned(plan, new Seen()) });
  const equipped = await subject.agent({ script: planned(plan, seen), loop });
  await leftBy(measured, bare);
  const without = await leftBy(measured, bare);
  await leftBy(measured, equipped);
  seen.clear();
  const left = await leftBy(measured, equipped);
  const at = `${subject.name}, ${RUNS} runs at once`;
  const beyond = (name: string, figure: keyof Left): Figure =>
    atMost(name, at, Math.max(0, left[figure] - Math.max(0, without[figure])), "count", 0);
  return [
    atMost("parallel.open-runs", at, left.openRuns, "count", 0),
    beyond("parallel.timers", "timers"),
    beyond("parallel.signal-listeners", "signalListeners"),
    beyond("parallel.process-listeners", "processListeners"),
    beyond("parallel.active-resources", "resources"),
    atLeast("parallel.answers", at, left.answers, "count", RUNS),
    told("parallel.with-block", at, (100 * seen.blocks) / RUNS, "%"),
    told("parallel.with-hint", at, (100 * seen.hints) / RUNS, "%"),
    told("parallel.heap-a-run", at, left.heap / 1_024, "KB"),
    told("parallel.heap-a-run.bare", at, without.heap / 1_024, "KB"),
  ];
}

async function leftBy({ tasks }: Measured, agent: BenchAgent): Promise<Left> {
  const texts = Array.from({ length: RUNS }, () => tasks.found.next());
  const { signal } = new AbortController();
  const heap = usedHeap();
  const resources = process.getActiveResourcesInfo().length;
  const listeners = processListeners();
  const timers = countTimers();
  try {
    const answers = await Promise.all(texts.map((task) => agent.run(task, { signal })));
    await agent.flush();
    await settle();
    return {
      answers: answers.filter((answer) => answer === "It is done.").length,
      openRuns: agent.openRuns(),
      timers: timers.open(),
      signalListeners: getEventListeners(signal, "abort").length,
      processListeners: processListeners() - listeners,
      resources: process.getActiveResourcesInfo().length - resources,
      heap: (usedHeap() - heap) / RUNS,
    };
  } finally {
    timers.stop();
  }
}

/** The time that a recall may take is over by then; what ends a forgotten run by itself takes minutes. */
function settle(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
}

function processListeners(): number {
  return process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
}

function usedHeap(): number {
  if (globalThis.gc === undefined) throw new Error("run it with --expose-gc");
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
