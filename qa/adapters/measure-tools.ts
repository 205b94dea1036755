import { atMost, told } from "../figure.ts";
import { percentile } from "../percentile.ts";
import type { Figure } from "../report.ts";
import type { BenchAgent } from "./bench-agent.ts";
import type { Measured } from "./measure-calls.ts";
import { added, rounds, timed } from "./rounds.ts";
import { planned, Seen } from "./script.ts";

const FEW = 1;
const MANY = 51;
const WARM_UP = 20;

/**
 * The added time of a recorded tool call, parted from that of the model calls: runs of two model calls, one
 * with a single tool call between them and one with 51 in one go. What SkillLoop adds to the long one less
 * what it adds to the short one, divided by the 50 calls between them. Reading 50 results more in the second
 * request is part of it, since every recorded call brings it about.
 */
export async function measureTools(measured: Measured): Promise<readonly Figure[]> {
  const { subject, tasks } = measured;
  const count = Math.ceil(measured.rounds / 3);
  const few = await agents(measured, FEW);
  const many = await agents(measured, MANY);
  const play = (howOften: number) => {
    const texts = Array.from({ length: howOften }, () => tasks.found.next());
    const arm = (agent: BenchAgent) => async (round: number) => {
      const duration = await timed(() => agent.run(texts[round] as string));
      await agent.flush();
      return duration;
    };
    return rounds(howOften, {
      bareFew: arm(few.bare),
      equippedFew: arm(few.equipped),
      bareMany: arm(many.bare),
      equippedMany: arm(many.equipped),
      hookedFew: arm(few.hooked),
      hookedMany: arm(many.hooked),
    });
  };
  await play(WARM_UP);
  const took = await play(count);
  /** What the long run has more than the short one has, beyond the bare agent, for each call between them. */
  const eachOf = (longRuns: readonly number[], shortRuns: readonly number[]): readonly number[] => {
    const short = added(shortRuns, took.bareFew);
    return added(added(longRuns, took.bareMany), short, MANY - FEW);
  };
  const each = eachOf(took.equippedMany, took.equippedFew);
  const hooks = eachOf(took.hookedMany, took.hookedFew);
  const at = `${subject.name}, ${MANY} against ${FEW} calls, n=${count}`;
  return [
    atMost("tool-call.added.p50", at, percentile(each, 0.5), "ms", 0.2),
    told("tool-call.added.p95", at, percentile(each, 0.95), "ms"),
    ...(subject.hooked === undefined
      ? []
      : [told("tool-call.empty-hooks.p50", at, percentile(hooks, 0.5), "ms")]),
    told("tool-call.bare.p50", at, percentile(took.bareMany, 0.5) / MANY, "ms"),
  ];
}

async function agents(
  { subject, loop }: Measured,
  calls: number,
): Promise<{ readonly bare: BenchAgent; readonly equipped: BenchAgent; readonly hooked: BenchAgent }> {
  const script = () => planned({ calls: [calls] }, new Seen());
  const bare = await subject.agent({ script: script() });
  return {
    bare,
    hooked: subject.hooked?.(script()) ?? bare,
    equipped: await subject.agent({ script: script(), loop }),
  };
}
