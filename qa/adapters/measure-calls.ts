import type { Loop } from "@skillloop/core";
import { atLeast, atMost, told } from "../figure.ts";
import { percentile } from "../percentile.ts";
import type { Figure } from "../report.ts";
import type { Subject } from "./bench-agent.ts";
import { added, rounds, timed } from "./rounds.ts";
import { type Plan, planned, Seen } from "./script.ts";
import type { TaskSupply } from "./tasks.ts";

export interface Measured {
  readonly subject: Subject;
  readonly loop: Loop;
  readonly tasks: { readonly found: TaskSupply; readonly none: TaskSupply };
  /** How many rounds, each with every arm once. */
  readonly rounds: number;
}

interface Scenario {
  readonly name: string;
  readonly plan: Plan;
  readonly supply: TaskSupply;
  /** Whether the requests have to hold a block. */
  readonly blocks: boolean;
  readonly rounds: number;
}

const WARM_UP_RUNS = 400;
const WARM_UP_ROUNDS = 40;
const COLD_RUNS = 10;
const ANSWER: Plan = { calls: [] };
const REPAIR: Plan = { calls: [1, 1], failsFirst: true };
const LONG: Plan = { calls: Array.from({ length: 20 }, () => 1) };

/**
 * The added time of a model call: the same run with and without SkillLoop in one process, the difference of
 * each round divided by the run's model calls. What a run is opened, recorded and ended with counts too; what
 * is stored after its end is waited for outside the time, and told on its own. The third arm is the bare agent
 * once more: what it differs by is the noise that the figures stand in. The fourth has the framework's hooks in
 * the same places, empty: what those take is part of what SkillLoop adds, and no code of ours can lower it.
 */
export async function measureCalls(measured: Measured): Promise<readonly Figure[]> {
  const { found, none } = measured.tasks;
  const count = measured.rounds;
  const scenarios: readonly Scenario[] = [
    { name: "skill found, 1 call", plan: ANSWER, supply: found, blocks: true, rounds: count },
    { name: "none found, 1 call", plan: ANSWER, supply: none, blocks: false, rounds: count },
    { name: "skill found, 3 calls, hint", plan: REPAIR, supply: found, blocks: true, rounds: count },
    { name: "none found, 3 calls, hint", plan: REPAIR, supply: none, blocks: false, rounds: count },
    { name: "skill found, 21 calls", plan: LONG, supply: found, blocks: true, rounds: Math.ceil(count / 3) },
  ];
  const figures: Figure[] = [];
  for (const scenario of scenarios) figures.push(...(await measureScenario(measured, scenario)));
  return figures;
}

/**
 * Runs of the kinds that are measured, as a server is warm after its first minute. Tells what the first ones
 * cost: that is what a process that was just started sees.
 */
export async function warmUp({ subject, loop, tasks }: Measured): Promise<readonly Figure[]> {
  const bare = await subject.agent({ script: planned(REPAIR, new Seen()) });
  const equipped = await subject.agent({ script: planned(REPAIR, new Seen()), loop });
  const cold: number[] = [];
  for (let run = 0; run < WARM_UP_RUNS; run += 1) {
    const task = (run % 2 === 0 ? tasks.found : tasks.none).next();
    const without = await timed(() => bare.run(task));
    cold.push((await timed(() => equipped.run(task))) - without);
    await equipped.flush();
  }
  const at = `${subject.name}, first ${COLD_RUNS} runs of a process`;
  const calls = REPAIR.calls.length + 1;
  return [told("call.added-cold.p50", at, percentile(cold.slice(0, COLD_RUNS), 0.5) / calls, "ms")];
}

async function measureScenario({ subject, loop }: Measured, scenario: Scenario): Promise<readonly Figure[]> {
  const { plan, supply, rounds: count } = scenario;
  const seen = new Seen();
  const bare = await subject.agent({ script: planned(plan, new Seen()) });
  const hooked = subject.hooked?.(planned(plan, new Seen())) ?? bare;
  const equipped = await subject.agent({ script: planned(plan, seen), loop });
  const stored: number[] = [];
  const play = (howOften: number) => {
    const texts = Array.from({ length: howOften }, () => supply.next());
    const task = (round: number): string => texts[round] as string;
    return rounds(howOften, {
      bare: (round) => timed(() => bare.run(task(round))),
      again: (round) => timed(() => bare.run(task(round))),
      hooked: (round) => timed(() => hooked.run(task(round))),
      equipped: async (round) => {
        const duration = await timed(() => equipped.run(task(round)));
        stored.push(await timed(() => equipped.flush()));
        return duration;
      },
    });
  };
  await play(WARM_UP_ROUNDS);
  seen.clear();
  stored.length = 0;
  const took = await play(count);

  const calls = plan.calls.length + 1;
  const extra = added(took.equipped, took.bare, calls);
  const noise = added(took.again, took.bare, calls);
  const hooks = added(took.hooked, took.bare, calls);
  const at = `${subject.name}, ${scenario.name}, n=${count}`;
  const share = (part: number): number => (100 * part) / count;
  return [
    atMost("call.added.p50", at, percentile(extra, 0.5), "ms", 1),
    atMost("call.added.p95", at, percentile(extra, 0.95), "ms", 5),
    told("call.noise.p50", at, percentile(noise, 0.5), "ms"),
    told("call.noise.p95", at, percentile(noise, 0.95), "ms"),
    ...(subject.hooked === undefined ? [] : [told("call.empty-hooks.p50", at, percentile(hooks, 0.5), "ms")]),
    told("call.bare.p50", at, percentile(took.bare, 0.5) / calls, "ms"),
    told("run.stored.p50", at, percentile(stored, 0.5), "ms"),
    // A recall that finds nothing is no fast recall, and one that finds something by chance no empty one.
    scenario.blocks
      ? atLeast("runs.with-block", at, share(seen.blocks), "%", 95)
      : atMost("runs.with-block", at, share(seen.blocks), "%", 5),
    ...(plan.failsFirst === true ? [atLeast("runs.with-hint", at, share(seen.hints), "%", 95)] : []),
  ];
}
