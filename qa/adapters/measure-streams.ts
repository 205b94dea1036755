import { atLeast, atMost, told } from "../figure.ts";
import { percentile } from "../percentile.ts";
import type { Figure } from "../report.ts";
import type { BenchAgent } from "./bench-agent.ts";
import type { Measured } from "./measure-calls.ts";
import { added, rounds } from "./rounds.ts";
import { planned, Seen } from "./script.ts";

const WARM_UP = 60;

/** How much later a stream's first chunk reaches its reader, recall included: the difference of each round. */
export async function measureStreams(measured: Measured): Promise<readonly Figure[]> {
  const { subject, loop, tasks } = measured;
  if (subject.lacks?.stream !== undefined) return [];
  const seen = new Seen();
  const bare = await subject.agent({ script: planned({ calls: [] }, new Seen()) });
  const equipped = await subject.agent({ script: planned({ calls: [] }, seen), loop });
  const play = (howOften: number) => {
    const texts = Array.from({ length: howOften }, () => tasks.found.next());
    const arm = (agent: BenchAgent) => async (round: number) => {
      const first = await firstChunk(agent, texts[round] as string);
      await agent.flush();
      return first;
    };
    return rounds(howOften, { bare: arm(bare), again: arm(bare), equipped: arm(equipped) });
  };
  await play(WARM_UP);
  seen.clear();
  const took = await play(measured.rounds);
  const extra = added(took.equipped, took.bare);
  const noise = added(took.again, took.bare);
  const at = `${subject.name}, skill found, n=${measured.rounds}`;
  return [
    atMost("first-chunk.added.p50", at, percentile(extra, 0.5), "ms", 1),
    told("first-chunk.added.p95", at, percentile(extra, 0.95), "ms"),
    told("first-chunk.noise.p95", at, percentile(noise, 0.95), "ms"),
    told("first-chunk.bare.p50", at, percentile(took.bare, 0.5), "ms"),
    atLeast("streams.with-block", at, (100 * seen.blocks) / measured.rounds, "%", 95),
  ];
}

async function firstChunk(agent: BenchAgent, task: string): Promise<number> {
  const first = await agent.firstChunk?.(task);
  if (first === undefined || Number.isNaN(first)) throw new Error("the stream had no chunk");
  return first;
}
