import type { Loop } from "@skillloop/core";
import { atMost, told } from "../figure.ts";
import { percentile } from "../percentile.ts";
import type { Figure } from "../report.ts";
import type { BenchAgent, Subject } from "./bench-agent.ts";
import { BUDGET_MS, type Fault } from "./broken-store.ts";
import { added } from "./rounds.ts";
import { planned, Seen } from "./script.ts";
import type { TaskSupply } from "./tasks.ts";

const RUNS = 30;
/** A timer fires late by about this on a busy machine; it is also what a model call may cost at all. */
const SLACK_MS = 5;

interface Record {
  /** Milliseconds before each model call: since the start of the run, or since the call before. */
  readonly waits: readonly number[];
  readonly answer: string;
  readonly requests: string;
}

/**
 * What a store that hangs or throws does to a run: how much later each of its three model calls starts than
 * without SkillLoop, and whether what reaches the model or the host differs in any byte. The bare agent runs once
 * more beside them: what its two runs differ by is the framework's own spread, and stands in the delay as well.
 */
export async function measureBrokenStore(asked: {
  readonly subject: Subject;
  readonly loop: Loop;
  readonly fault: Fault;
  readonly tasks: TaskSupply;
}): Promise<readonly Figure[]> {
  const { subject, loop, fault, tasks } = asked;
  const plan = { calls: [1, 1], failsFirst: true, keep: true };
  const [seenBare, seenEquipped] = [new Seen(), new Seen()];
  const bare = await subject.agent({ script: planned(plan, seenBare) });
  const equipped = await subject.agent({ script: planned(plan, seenEquipped), loop });
  const delays: number[] = [];
  const noise: number[] = [];
  let different = 0;
  for (let run = -5; run < RUNS; run += 1) {
    const task = tasks.next();
    const without = await recorded(bare, seenBare, task);
    const withLoop = await recorded(equipped, seenEquipped, task);
    const again = await recorded(bare, seenBare, task);
    if (run < 0) continue;
    if (withLoop.requests !== without.requests || withLoop.answer !== without.answer) different += 1;
    delays.push(...added(withLoop.waits, without.waits));
    noise.push(...added(again.waits, without.waits));
  }
  const at = `${subject.name}, store ${fault}, n=${delays.length}`;
  return [
    atMost("broken-store.delay.p95", at, percentile(delays, 0.95), "ms", BUDGET_MS + SLACK_MS),
    told("broken-store.delay.p50", at, percentile(delays, 0.5), "ms"),
    told("broken-store.delay.max", at, Math.max(...delays), "ms"),
    told("broken-store.noise.p95", at, percentile(noise, 0.95), "ms"),
    atMost("broken-store.changed-runs", at, different, "count", 0),
  ];
}

async function recorded(agent: BenchAgent, seen: Seen, task: string): Promise<Record> {
  seen.clear();
  const start = performance.now();
  const answer = await agent.run(task);
  return {
    answer,
    waits: seen.arrivals.map((arrival, call) => arrival - (seen.arrivals[call - 1] ?? start)),
    requests: JSON.stringify(seen.requests),
  };
}
