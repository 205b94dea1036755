import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Figure, printReport } from "../report.ts";
import { measureMemory } from "./measure-memory.ts";
import { measureRecall } from "./measure-recall.ts";
import { measureWrites } from "./measure-writes.ts";

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });

const root = await mkdtemp(join(tmpdir(), "skillloop-bench-"));
try {
  const figures: Figure[] = [];
  figures.push(...(await measureRecall(root)));
  figures.push(...(await measureWrites(root)));
  figures.push(...(await measureMemory(root)));
  printReport({ figures }, { json: values.json });
} finally {
  await rm(root, { recursive: true, force: true });
}
