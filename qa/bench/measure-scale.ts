import { rm } from "node:fs/promises";
import { join } from "node:path";
import { SkillLoop } from "@skillloop/core";
import { searchedVectors } from "../../packages/core/src/index/key-vectors.ts";
import type { Embedder } from "../../packages/core/src/ports/embedder.ts";
import type { SkillVectors } from "../../packages/core/src/types/vectors.ts";
import { atMost, told } from "../figure.ts";
import { percentile } from "../percentile.ts";
import type { Figure } from "../report.ts";
import { perturbedVectors } from "./bench-vectors.ts";
import { fillHome } from "./fill-home.ts";
import { benchQueries, SCOPE } from "./library.ts";
import { longestBlock } from "./longest-block.ts";
import { perSkill, settledMemory } from "./settled-memory.ts";

const QUERIES = 200;
const WARM_UP = 400;
const AT_ONCE = 100;
/** The longest that the options allow: a busy machine may make an answer late and must not make it another one. */
const budgetMs = 60_000;

/** What a recall may take, p50 in milliseconds, by the size of the library. */
const bars = {
  lexical: { 100000: 10 },
  cached: { 10000: 15, 100000: 20 },
  uncached: { 10000: 25, 100000: 35 },
} as const satisfies Record<string, Readonly<Record<number, number>>>;
type Mode = keyof typeof bars;

interface Measured {
  readonly size: number;
  readonly p50: Readonly<Partial<Record<Mode, number>>>;
}

/**
 * Recall by words alone and with the local embedder, over libraries of each size; opening, memory a skill, and how
 * long the event loop stands still. Vectors of skills are made by moving those of real ones (`bench-vectors.ts`);
 * questions are embedded by the model.
 */
export async function measureScale(
  root: string,
  sizes: readonly number[],
  embedder: Embedder,
  progress: (text: string) => void,
): Promise<readonly Figure[]> {
  const vectorsOf = await perturbedVectors(embedder);
  const figures: Figure[] = [];
  const measured: Measured[] = [];
  for (const size of sizes) {
    const home = join(root, `scale-${size}`);
    progress(`filling a home with ${size} skills`);
    await fillHome(home, size, vectorsOf);
    progress(`asking by words, ${size} skills`);
    const lexical = await byWords(home, size);
    progress(`asking with the embedder, ${size} skills`);
    const hybrid = await byMeaning(home, size, embedder, vectorsOf);
    await rm(home, { recursive: true, force: true });
    figures.push(...lexical.figures, ...hybrid.figures);
    measured.push({ size, p50: { ...lexical.p50, ...hybrid.p50 } });
  }
  return [...figures, ...growth(measured)];
}

interface ModeResult {
  readonly figures: readonly Figure[];
  readonly p50: Measured["p50"];
}

async function byWords(home: string, size: number): Promise<ModeResult> {
  const before = await settledMemory();
  const opened = await openLoop(home, size, "lexical", undefined);
  const { loop } = opened;
  const after = await settledMemory();
  const { index, rows } = perSkill(before, after, size);
  const ask = (text: string) => loop.recall(text);
  await times(benchQueries(WARM_UP, size, 100), ask);
  const durations = await times(benchQueries(QUERIES, size, 1), ask);
  const figures = [
    ...opened.figures,
    told("memory.per-skill.index", `${size} skills, lexical`, index, "KB"),
    told("memory.per-skill.rows", `${size} skills, lexical`, rows, "KB"),
    ...(await blocks("lexical", size, ask)),
    ...latency("lexical", size, durations),
  ];
  await loop.close();
  return { figures, p50: { lexical: percentile(durations, 0.5) } };
}

async function byMeaning(
  home: string,
  size: number,
  embedder: Embedder,
  vectorsOf: (index: number) => SkillVectors,
): Promise<ModeResult> {
  const before = await settledMemory();
  const opened = await openLoop(home, size, "hybrid", embedder);
  const { loop } = opened;
  const after = await settledMemory();
  const { bytes, dimension } = vectorsOf(0);
  const stored = bytes.length / 1_024;
  // With their signs.
  const searched = (searchedVectors * (dimension + dimension / 8)) / 1_024;
  const { index, rows } = perSkill(before, after, size);
  const ask = (text: string) => loop.recall(text);
  await times(benchQueries(QUERIES, size, 100), ask);
  const queries = benchQueries(QUERIES, size, 1);
  const uncached = await times(queries, ask);
  const cached = await times(queries, ask);
  const figures = [
    ...opened.figures,
    atMost("memory.per-skill.index", `${size} skills, hybrid`, index - searched, "KB", 4),
    told("memory.per-skill.rows", `${size} skills, hybrid`, rows - stored, "KB"),
    told("memory.vectors-per-skill", `${size} skills`, stored + searched, "KB"),
    ...(await blocks("hybrid", size, ask)),
    ...latency("uncached", size, uncached),
    ...latency("cached", size, cached),
  ];
  await loop.close();
  return { figures, p50: { uncached: percentile(uncached, 0.5), cached: percentile(cached, 0.5) } };
}

async function openLoop(home: string, size: number, mode: string, embedder: Embedder | undefined) {
  const start = performance.now();
  const opened: SkillLoop[] = [];
  const block = await longestBlock(async () => {
    const loop = await SkillLoop.open({
      home,
      scope: SCOPE,
      worker: "manual",
      recallBudgetMs: budgetMs,
      ...(embedder !== undefined && { embedder: shared(embedder) }),
    });
    opened.push(loop);
    await loop.recall("rotate the certificate of billing");
  });
  const at = `${size} skills, ${mode}`;
  const figures = [
    told("open.with-first-recall", at, performance.now() - start, "ms"),
    // The first loop of a process also loads LanceDB and the scan's rules, which is not the library's doing.
    size >= 100_000
      ? atMost("open.longest-block", at, block, "ms", 50)
      : told("open.longest-block", at, block, "ms"),
  ];
  return { loop: opened[0] as SkillLoop, figures };
}

/** The loop of one measurement must not close the embedder of the next. */
function shared(embedder: Embedder): Embedder {
  const { id, dimension } = embedder;
  return { id, dimension, embed: (texts, options) => embedder.embed(texts, options) };
}

type Ask = (text: string) => Promise<{ readonly degraded?: string }>;

async function times(texts: readonly string[], ask: Ask): Promise<readonly number[]> {
  const durations: number[] = [];
  for (const text of texts) {
    const start = performance.now();
    const { degraded } = await ask(text);
    durations.push(performance.now() - start);
    if (degraded !== undefined) throw new Error(`An answer was less than a full one: ${degraded}`);
  }
  return durations;
}

/**
 * A hundred recalls one after the other, and as many begun at once; texts that are new, and then known. Then new ones at
 * once: the embedder's thread keeps a core busy meanwhile, and on a machine with two the host waits for the other.
 */
async function blocks(mode: "lexical" | "hybrid", size: number, ask: Ask): Promise<readonly Figure[]> {
  const texts = benchQueries(AT_ONCE, size, 7);
  const inTurn = await longestBlock(() => times(texts, ask));
  const atOnce = await longestBlock(() => Promise.all(texts.map(ask)));
  const newTexts = benchQueries(AT_ONCE, size, 8);
  const newAtOnce = await longestBlock(() => Promise.all(newTexts.map(ask)));
  const at = `${size} skills, ${mode}`;
  return [
    atMost("event-loop.longest-block.in-turn", at, inTurn, "ms", 20),
    atMost("event-loop.longest-block.at-once", at, atOnce, "ms", 20),
    told("event-loop.longest-block.at-once-new", at, newAtOnce, "ms"),
  ];
}

function latency(mode: Mode, size: number, durations: readonly number[]): readonly Figure[] {
  const at = `${size} skills, ${mode}`;
  const bar = (bars[mode] as Readonly<Record<number, number>>)[size];
  const [p50, p95] = [percentile(durations, 0.5), percentile(durations, 0.95)];
  return [
    bar === undefined ? told("scale.p50", at, p50, "ms") : atMost("scale.p50", at, p50, "ms", bar),
    mode === "lexical" && size === 100_000
      ? atMost("scale.p95", at, p95, "ms", 20)
      : told("scale.p95", at, p95, "ms"),
  ];
}

/** How much slower the largest library is than the one of a thousand skills. */
function growth(measured: readonly Measured[]): readonly Figure[] {
  const small = measured.find(({ size }) => size === 1_000);
  const large = measured.at(-1);
  if (small === undefined || large === undefined || large.size <= small.size) return [];
  return (Object.keys(bars) as Mode[]).map((mode) => {
    const times = (large.p50[mode] ?? Number.NaN) / (small.p50[mode] ?? Number.NaN);
    return atMost("scale.growth", `${small.size} to ${large.size} skills, ${mode}`, times, "x", 10);
  });
}
