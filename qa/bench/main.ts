import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, printReport } from "../report.ts";
import type { CachedEmbedder } from "../retrieval/home/cached-embedder.ts";
import { openEmbedder } from "../retrieval/home/open-embedder.ts";
import { measureMemory } from "./measure-memory.ts";
import { measureModelLearning } from "./measure-model-learning.ts";
import { measureRecall } from "./measure-recall.ts";
import { measureScale } from "./measure-scale.ts";
import { measureVectors } from "./measure-vectors.ts";
import { measureWrites } from "./measure-writes.ts";
import { readBenchOptions } from "./options.ts";

const options = readBenchOptions();
const progress = (text: string): void => void process.stderr.write(`${text}\n`);
const root = await mkdtemp(join(tmpdir(), "skillloop-bench-"));
try {
  const figures: Figure[] = [];
  if (options.parts.has("loop")) {
    figures.push(...(await measureRecall(root)));
    figures.push(...(await measureWrites(root)));
    figures.push(...(await measureModelLearning(root)));
    figures.push(...(await measureMemory(root)));
  }
  if (options.parts.has("scale")) {
    // By its source, as the rest of core is read here: an import by name would ask for a dependency of all of qa.
    const { localEmbedder } = await import("../../packages/embedder/src/index.ts");
    const embedder = localEmbedder();
    await embedder.warm();
    figures.push(...(await measureScale(root, options.sizes, embedder, progress)));
    await embedder.close();
  }
  if (options.parts.has("vectors")) {
    // No embedding is timed here, so vectors that the benchmark of retrieval has kept will do.
    const embedder = (await openEmbedder("local")) as CachedEmbedder;
    figures.push(...(await measureVectors(options.sizes, embedder, progress)));
    await embedder.close?.();
  }
  printReport({ figures }, { json: options.json });
} finally {
  await rm(root, { recursive: true, force: true });
}
