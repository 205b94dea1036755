import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { SkillLoop } from "@skillloop/core";
import { commandLine, refuse } from "../command-line.ts";
import { told } from "../figure.ts";
import { printReport, resolveFromCaller } from "../report.ts";
import { readRuns } from "./read-runs.ts";
import { type ReplayedError, replayErrors } from "./replay-errors.ts";

// Learns from each task's first run and replays the second run of the same tasks: at which of its errors would a
// hint have come, and does it fit? With --json the hints go to standard error, for a person to read each one.
const values = commandLine("qa:replay", {
  traces: { type: "string" },
  json: { type: "boolean", default: false },
});
if (values.traces === undefined) refuse("usage: pnpm qa:replay --traces FILE [--json]");
const path = resolveFromCaller(values.traces);
const { first, second } = readRuns(await readFile(path, "utf8"), basename(path));

const home = await mkdtemp(join(tmpdir(), "skillloop-replay-"));
const loop = await SkillLoop.open({
  home,
  scope: { project: "replay" },
  worker: "manual",
  recallBudgetMs: 5_000,
});
try {
  await loop.learnMany(first.map(({ input }) => input));
  const processed = await loop.process();
  const replayed = await replayErrors(loop, { first, second });

  for (const one of replayed) process.stderr.write(`${describe(one)}\n\n`);

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

/** One error of a second run with its hint, for a person to read. */
function describe({ run, tool, error, repairKnown, hint }: ReplayedError): string {
  const lines = [`${run}  ${tool}: ${error.slice(0, 200)}`];
  lines.push(`  a rewarded first run holds the repair: ${repairKnown ? "yes" : "no"}`);
  if (hint === undefined) lines.push("  no hint");
  else
    lines.push(
      `  hint ${hint.fits ? "(same tool and error)" : "(ANOTHER ERROR)"}: ${hint.name}: ${hint.description}`,
    );
  return lines.join("\n");
}
