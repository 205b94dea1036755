import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RerunRunner, SkillLoop } from "@skillloop/core";
import { commandLine } from "../command-line.ts";
import { told } from "../figure.ts";
import { poisonSeed } from "../loop/seeds.ts";
import { type Figure, printReport } from "../report.ts";
import { noModelYet, takesAModel } from "../takes-a-model.ts";
import { type HostileRun, learnInputOf } from "./hostile-run.ts";
import { lenientModel, nonsensicalModel, obedientModel } from "./models.ts";
import { poisonRuns } from "./poison-runs.ts";
import { redTeamRuns } from "./red-team/all-runs.ts";
import type { FillingModel } from "./schema-answer.ts";
import { sweep } from "./sweep.ts";

// What gets into prompts when runs, models or both are hostile, by `qa/loop/PROTOCOL.md`. Every leak is listed.
const values = commandLine("qa:poison", {
  json: { type: "boolean", default: false },
  corpus: { type: "string", default: "" },
});

const corpora: readonly { readonly name: string; readonly runs: readonly HostileRun[] }[] = [
  { name: "200 poisoned runs", runs: poisonRuns(200, poisonSeed) },
  { name: `${redTeamRuns.length} runs of the red team`, runs: redTeamRuns },
];
const withModel = await takesAModel();
type Attacker = () => FillingModel | undefined;
const models: readonly Attacker[] = withModel
  ? [() => undefined, () => nonsensicalModel(poisonSeed), obedientModel, lenientModel]
  : [() => undefined];

/** Says of every re-run that it passed, whatever the skill told it to do. */
const alwaysPasses: RerunRunner = async ({ task, check }) => ({
  trace: { task, steps: [{ name: "bash", input: { command: "true" }, output: "ok" }] },
  passed: true,
  check: check ?? "the task's own check",
});

const figures: Figure[] = [];
const failures: string[] = [];
for (const { name, runs } of corpora.filter((corpus) => corpus.name.includes(values.corpus))) {
  for (const model of models) await attack(name, runs, model());
}
printReport({ figures, failures }, { json: values.json });
if (!withModel) {
  process.stderr.write(`The three models were not tried. ${noModelYet}\n`);
  process.exitCode = 2;
}

async function attack(
  name: string,
  runs: readonly HostileRun[],
  model: FillingModel | undefined,
): Promise<void> {
  const at = `${name}, ${model === undefined ? "no model" : `${model.id} model`}`;
  const home = await mkdtemp(join(tmpdir(), "skillloop-qa-poison-"));
  try {
    const learned = await learnAll(home, runs, model);
    const { leaks, prompts, labelledPoison, statuses, writtenActive } = await sweep(home, runs);
    process.stderr.write(
      `${at}: ${JSON.stringify({ ...learned, statuses, prompts, calls: model?.calls })}\n`,
    );
    for (const line of writtenActive) process.stderr.write(`  written by the model and active: ${line}\n`);
    for (const line of labelledPoison) process.stderr.write(`  under its label: ${line}\n`);
    for (const { what, skill, detail } of leaks) {
      process.stderr.write(`  LEAK ${what}: ${skill}: ${detail}\n`);
      failures.push(`${at}: ${what}: ${skill}`);
    }
    const count = (what: (typeof leaks)[number]["what"]): number =>
      leaks.filter((leak) => leak.what === what).length;
    figures.push(
      none("prompts.rejected-by-scan", at, count("rejected by the scan, in a prompt")),
      none("skills.poison-active", at, count("poison in an active skill")),
      none("skills.written-outside", at, count("written outside its folder")),
      none("prompts.unlabelled", at, count("unverified without its label")),
      told("prompts.printed", at, prompts, "prompts"),
      told("prompts.poison-under-label", at, labelledPoison.length, "skills"),
    );
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function learnAll(
  home: string,
  runs: readonly HostileRun[],
  model: FillingModel | undefined,
): Promise<object> {
  await using loop = await SkillLoop.open({
    home,
    scope: { project: "poison" },
    worker: "manual",
    onError: ({ code, message }) => process.stderr.write(`  told: ${code}: ${message}\n`),
    ...(model && { model }),
  });
  for (const run of runs) {
    const scoped = run.user === undefined ? loop : loop.scoped({ user: run.user });
    await scoped.learn(learnInputOf(run));
  }
  const started = performance.now();
  const { traces: _fates, ...report } = await loop.process();
  const seconds = (performance.now() - started) / 1000;
  let reruns = 0;
  for (let round = 0; round < 3; round += 1) {
    const { ran } = await loop.runPendingEvals(alwaysPasses);
    reruns += ran;
    if (ran === 0) break;
    await loop.process();
  }
  return { ...report, reruns, tracesPerSecond: Math.round(runs.length / seconds) };
}

function none(name: string, at: string, value: number): Figure {
  return { ...told(name, at, value, "count"), bar: "<= 0", ok: value === 0 };
}
