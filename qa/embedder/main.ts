import { type Figure, printReport } from "../report.ts";
import { measureInNewProcess } from "./measure.ts";

// Measures the built package in processes of their own: run `pnpm build` first.
const json = process.argv.includes("--json");

const rounds = 3;
const runs = Array.from({ length: rounds }, () => measureInNewProcess());
// The least of a few rounds is what the embedder costs; the rest is what else the machine did meanwhile.
const least = (read: (run: (typeof runs)[number]) => number): number => Math.min(...runs.map(read));

const atMost = (name: string, at: string, value: number, unit: string, bar: number): Figure => ({
  name,
  at,
  value,
  unit,
  bar: `at most ${bar}`,
  ok: value <= bar,
});
const noted = (name: string, at: string, value: number, unit: string): Figure => ({
  name,
  at,
  value,
  unit,
  bar: null,
  ok: true,
});

printReport(
  {
    figures: [
      atMost(
        "embedder.cold",
        "first vector of a new process",
        least((run) => run.coldMs),
        "ms",
        700,
      ),
      noted(
        "embedder.import",
        "before it",
        least((run) => run.importMs),
        "ms",
      ),
      atMost(
        "embedder.query.p50",
        "8-20 words, not cached",
        least((run) => run.queryP50),
        "ms",
        10,
      ),
      noted(
        "embedder.query.cpu",
        "8-20 words, not cached",
        least((run) => run.queryCpu),
        "ms",
      ),
      noted(
        "embedder.cached.p50",
        "the same again",
        least((run) => run.cachedP50),
        "ms",
      ),
      noted(
        "embedder.batch",
        "200 sentences",
        least((run) => run.batchMs),
        "ms",
      ),
      noted(
        "embedder.batch.cpu",
        "200 sentences",
        least((run) => run.batchCpu),
        "ms",
      ),
      atMost(
        "embedder.loop.blocked",
        "longest of 100 queries",
        least((run) => run.blockedMs),
        "ms",
        20,
      ),
      atMost(
        "embedder.memory",
        "resident, added",
        least((run) => run.residentMb),
        "MB",
        250,
      ),
    ],
  },
  { json },
);
