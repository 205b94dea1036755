import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { SkillLoop } from "@skillloop/core";
import { atLeast, atMost, told } from "../figure.ts";
import { percentile } from "../percentile.ts";
import type { Figure } from "../report.ts";
import { fillHome } from "./fill-home.ts";
import { benchErrors, benchQueries, SCOPE } from "./library.ts";

const SIZES = [
  { size: 14, bar: 0.2 },
  { size: 200, bar: 0.4 },
  { size: 2_000, bar: 0.8 },
  { size: 10_000, bar: 2.5 },
] as const;
const QUERIES = 600;
const WARM_UP_ROUNDS = 5;
const FOREIGN_WRITES = 7;

type Ask = (text: string) => Promise<{ readonly hits: readonly unknown[] }>;

/** Recall and error recall at four library sizes, opening, and the first recall after another process wrote. */
export async function measureRecall(root: string): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const medians: { size: number; task: number; error: number }[] = [];
  for (const { size, bar } of SIZES) {
    const home = join(root, `recall-${size}`);
    await fillHome(home, size);
    const opening = performance.now();
    const loop = await SkillLoop.open({ home, scope: SCOPE, worker: "manual", recallBudgetMs: 5_000 });
    await loop.recall("rotate the certificate of billing");
    const opened = performance.now() - opening;

    const queries = (seed: number) => benchQueries(QUERIES, size, seed);
    const errors = (seed: number) => benchErrors(QUERIES, size, seed);
    const coldTask = await warmUp(queries, (text) => loop.recall(text));
    const task = await times(queries(1), (text) => loop.recall(text));
    const coldError = await warmUp(errors, (text) => loop.recallForError(text));
    const error = await times(errors(2), (text) => loop.recallForError(text));
    const at = `${size} skills`;
    figures.push(
      atMost("recall.p50", at, percentile(task.durations, 0.5), "ms", bar),
      told("recall.before-warm-up.p50", at, coldTask, "ms"),
      told("recallForError.before-warm-up.p50", at, coldError, "ms"),
      told("recall.p95", at, percentile(task.durations, 0.95), "ms"),
      // Two thirds of the tasks and half of the errors are about a skill: a recall that finds nothing is no fast recall.
      atLeast("recall.answered", at, (100 * task.answered) / QUERIES, "%", 33),
      atMost("recallForError.p50", at, percentile(error.durations, 0.5), "ms", 2 * bar),
      told("recallForError.p95", at, percentile(error.durations, 0.95), "ms"),
      atLeast("recallForError.answered", at, (100 * error.answered) / QUERIES, "%", 45),
    );
    medians.push({ size, task: percentile(task.durations, 0.5), error: percentile(error.durations, 0.5) });
    if (size === 10_000) {
      figures.push(atMost("open.with-first-recall", at, opened, "ms", 1_000));
      figures.push(...(await afterForeignWrites(loop, home, size)));
    }
    await loop.close();
  }
  return [...figures, ...growth(medians)];
}

/**
 * Rounds of other texts than those measured, as a server is warm after its first minute. Answers with the p50 of
 * the first round, in milliseconds: what a process that was just opened sees.
 */
async function warmUp(texts: (seed: number) => readonly string[], ask: Ask): Promise<number> {
  let first = Number.NaN;
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
    const { durations } = await times(texts(100 + round), ask);
    if (round === 0) first = percentile(durations, 0.5);
  }
  return first;
}

async function times(
  texts: readonly string[],
  ask: Ask,
): Promise<{ readonly durations: readonly number[]; readonly answered: number }> {
  const durations: number[] = [];
  let answered = 0;
  for (const text of texts) {
    const start = performance.now();
    const { hits } = await ask(text);
    durations.push(performance.now() - start);
    if (hits.length > 0) answered += 1;
  }
  return { durations, answered };
}

async function afterForeignWrites(loop: SkillLoop, home: string, size: number): Promise<readonly Figure[]> {
  const writer = fileURLToPath(new URL("./write-skill.ts", import.meta.url));
  const durations: number[] = [];
  for (let write = 0; write < FOREIGN_WRITES; write += 1) {
    const args = [...process.execArgv, writer, home, String(size + write)];
    await promisify(execFile)(process.execPath, args);
    const start = performance.now();
    await loop.recall(`please restore our warehouse ledger number ${write}`);
    durations.push(performance.now() - start);
  }
  const at = `${size} skills`;
  return [
    atMost("recall.after-foreign-write.p50", at, percentile(durations, 0.5), "ms", 15),
    told("recall.after-foreign-write.max", at, Math.max(...durations), "ms"),
  ];
}

/** How much slower ten times the skills make it: between neighbouring sizes, brought to a factor of ten. */
function growth(medians: readonly { size: number; task: number; error: number }[]): readonly Figure[] {
  return medians.slice(1).flatMap((now, index) => {
    const before = medians[index] as (typeof medians)[number];
    const tens = Math.log10(now.size / before.size);
    const at = `${before.size} to ${now.size} skills`;
    return [
      told("recall.growth-per-tenfold", at, (now.task / before.task) ** (1 / tens), "x"),
      told("recallForError.growth-per-tenfold", at, (now.error / before.error) ** (1 / tens), "x"),
    ];
  });
}
