import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { SkillLoop } from "@skillloop/core";
import Table from "cli-table3";
import { told } from "../figure.ts";
import { printReport, resolveFromCaller } from "../report.ts";
import { readRuns } from "./read-runs.ts";
import { replayErrors } from "./replay-errors.ts";

// Learns from each task's first run and replays the second run of the same tasks: at which of its errors would a
// hint have come, and does it fit? With --json the hints go to standard error, for a person to read each one.
const { values } = parseArgs({ options: { traces: { type: "string" }, json: { type: "boolean", default: false } } });
if (values.traces === undefined) {
  process.stderr.write("usage: qa:replay --traces FILE [--json]\n");
  process.exit(2);
}
const path = resolveFromCaller(values.traces);
const { first, second } = readRuns(await readFile(path, "utf8"), basename(path));

const home = await mkdtemp(join(tmpdir(), "skillloop-replay-"));
const loop = await SkillLoop.open({ home, scope: { project: "replay" }, worker: "manual", recallBudgetMs: 5_000 });
try {
  await loop.learnMany(first.map(({ input }) => input));
  const processed = await loop.process();
  const replayed = await replayErrors(loop, { first, second });

  const table = new Table({
    head: ["run", "tool", "error", "a rewarded first run holds the repair", "hint", "same tool and signature"],
    colWidths: [14, 24, 44, 12, 44, 12],
    wordWrap: true,
  });
  for (const one of replayed) {
    const hint = one.hint === undefined ? "-" : `${one.hint.name}: ${one.hint.description}`;
    const fits = one.hint === undefined ? "-" : one.hint.fits ? "yes" : "NO";
    table.push([one.run, one.tool, one.error.slice(0, 160), one.repairKnown ? "yes" : "no", hint, fits]);
  }
  process.stderr.write(`${table.toString()}\n`);

  const hinted = replayed.filter(({ hint }) => hint !== undefined);
  const known = replayed.filter(({ repairKnown }) => repairKnown);
  const at = `${first.length} first and ${second.length} second runs`;
  const covered = known.filter(({ hint }) => hint?.fits === true).length;
  const share = known.length === 0 ? 100 : (100 * covered) / known.length;
  const wrong = hinted.filter(({ hint }) => hint?.fits === false).length;
  const figures = [
    told("first-runs.learned", at, processed.learned, "runs"),
    told("second-runs.errors", at, replayed.length, "errors"),
    told("errors.hinted", at, hinted.length, "errors"),
    { ...told("hints.wrong", at, wrong, "hints"), bar: "<= 0", ok: wrong === 0 },
    told("errors.repair-known", at, known.length, "errors"),
    { ...told("errors.repair-known.hinted", at, share, "%"), bar: ">= 66.7", ok: share >= 66.6 },
  ];
  printReport({ figures }, { json: values.json });
} finally {
  await loop.close();
  await rm(home, { recursive: true, force: true });
}
