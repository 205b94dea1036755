import { join } from "node:path";
import { SkillLoop } from "@skillloop/core";
import { atLeast, atMost, told } from "../figure.ts";
import { percentile } from "../percentile.ts";
import type { Figure } from "../report.ts";
import { benchTrace } from "./bench-trace.ts";
import { SCOPE } from "./library.ts";

const BEFORE = 1_000;
const MEASURED = 100;
const PROCESSED = 500;
const TOOL_CALLS = 2_000;

/** `learn()` at the thousandth trace, a recorded tool call, and traces processed a second. */
export async function measureWrites(root: string): Promise<readonly Figure[]> {
  const loop = await SkillLoop.open({ home: join(root, "writes"), scope: SCOPE, worker: "manual" });
  for (let start = 0; start < BEFORE; start += 1) await loop.learn(benchTrace(start));
  const learned: number[] = [];
  for (let index = BEFORE; index < BEFORE + MEASURED; index += 1) {
    const trace = benchTrace(index);
    const start = performance.now();
    await loop.learn(trace);
    learned.push(performance.now() - start);
  }
  const calls = await recordedCalls(loop);
  const start = performance.now();
  const report = await loop.process({ limit: PROCESSED });
  const seconds = (performance.now() - start) / 1_000;
  await loop.close();
  return [
    atMost("learn.p50", `trace ${BEFORE}`, percentile(learned, 0.5), "ms", 12),
    told("learn.p95", `trace ${BEFORE}`, percentile(learned, 0.95), "ms"),
    atMost("session.tool.p50", "a call that did not fail", percentile(calls, 0.5), "ms", 0.2),
    told("session.tool.p95", "a call that did not fail", percentile(calls, 0.95), "ms"),
    atLeast("process.rate", `${PROCESSED} traces`, report.traces.length / seconds, "traces/s", 50),
    told("process.learned", `${PROCESSED} traces`, report.learned, "traces"),
  ];
}

async function recordedCalls(loop: SkillLoop): Promise<readonly number[]> {
  const session = loop.session("read the sources of the service", { learn: false });
  const output = "export const value = 1; // a line of an ordinary source file\n".repeat(32);
  const durations: number[] = [];
  for (let index = 0; index < TOOL_CALLS; index += 1) {
    const start = performance.now();
    await session.tool({
      name: "bash",
      input: { command: `cat src/module-${index}.ts` },
      output,
      exitCode: 0,
    });
    durations.push(performance.now() - start);
  }
  await session.end();
  return durations;
}
