import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  isTuneProbe,
  probes as repairProbes,
} from "../../../packages/core/src/recall/__fixtures__/probes.ts";
import { probeSkills } from "../../../packages/core/src/recall/__fixtures__/skills.ts";
import { fittedModels } from "../../../packages/core/src/recall/fitted-models.ts";
import type { FittedModel } from "../../../packages/core/src/recall/judge-matches.ts";
import type { SkillContent } from "../../../packages/core/src/types/skill.ts";
import type { RetrievalProbe } from "../data/formats.ts";
import { loadData } from "../data/load.ts";
import { openEmbedder } from "../home/open-embedder.ts";
import { skillContent } from "../home/skill-row.ts";
import { type Example, examplesOf } from "./examples.ts";
import { fitModel, type Outcome, outOfFold } from "./fit-model.ts";
import { libraryIndex } from "./library-index.ts";

/** Skills and the probes that may be looked at. Two libraries, so that neither's manner of writing is learned. */
interface ProbedLibrary {
  readonly contents: readonly SkillContent[];
  readonly probes: readonly RetrievalProbe[];
}

function probedLibraries(): readonly ProbedLibrary[] {
  const { skills, probes } = loadData({ half: "tune" });
  const repairs = repairProbes.filter(isTuneProbe).map(
    ({ class: name, text, expected }, index): RetrievalProbe => ({
      id: `repairs-${index}`,
      class: `repairs ${name}`,
      mode: "task",
      text,
      history: [],
      expect: expected ?? null,
    }),
  );
  return [
    { contents: skills.map(skillContent), probes },
    { contents: probeSkills, probes: repairs },
  ];
}

// Fits the weights of recall on the tuning halves, and tells how they do on folds they were not fitted on.
const libraries = probedLibraries();
const models: Record<string, FittedModel> = {};
const choices = process.argv.includes("--local") ? (["local"] as const) : (["local", "none"] as const);
for (const choice of choices) {
  const embedder = await openEmbedder(choice);
  for (const mode of ["task", "error"] as const) {
    const name = choice === "local" ? mode : (`${mode}ByWords` as const);
    const examples: Example[] = [];
    for (const { contents, probes } of libraries) {
      const library = await libraryIndex(contents, embedder);
      const ofMode = probes.filter((probe) => probe.mode === mode);
      examples.push(...(await examplesOf(ofMode, library, embedder)));
    }
    const start = fittedModels[name];
    const model = fitModel(name, examples, start);
    models[name] = model;
    report(name, outOfFold(name, examples, start), model.threshold);
  }
  await embedder?.close?.();
}
const target = fileURLToPath(new URL("../../../packages/core/src/recall/fitted-models.ts", import.meta.url));
if (process.argv.includes("--write")) writeFileSync(target, modelFile(models));

function report(name: string, outcomes: readonly Outcome[], chosen: number): void {
  for (const threshold of [0.3, 0.4, 0.5, 0.6, 0.7, chosen]) {
    const right = (outcome: Outcome): boolean =>
      outcome.confidence >= threshold ? outcome.isRight : outcome.expectsNothing;
    const given = outcomes.filter(({ confidence }) => confidence >= threshold);
    const hits = given.filter(({ isRight }) => isRight).length;
    const wanted = outcomes.filter(({ expectsNothing }) => !expectsNothing).length;
    const classes = Object.entries(byClass(outcomes)).map(
      ([of, group]) => `${of} ${Math.round((100 * group.filter(right).length) / group.length)}`,
    );
    const f1 = (2 * hits) / (given.length + wanted);
    process.stdout.write(`${name} ${threshold.toFixed(2)} F1 ${f1.toFixed(3)} ${classes.join(" ")}\n`);
  }
  const ranked = Object.entries(byClass(outcomes.filter(({ expectsNothing }) => !expectsNothing))).map(
    ([of, group]) =>
      `${of} ${Math.round((100 * group.filter(({ isRight }) => isRight).length) / group.length)}`,
  );
  process.stdout.write(`${name} ranked first: ${ranked.join(" ")}\n`);
}

function byClass(outcomes: readonly Outcome[]): Record<string, Outcome[]> {
  const groups: Record<string, Outcome[]> = {};
  for (const outcome of outcomes) {
    const name = outcome.probe.class;
    groups[name] = [...(groups[name] ?? []), outcome];
  }
  return groups;
}

function modelFile(fitted: Readonly<Record<string, FittedModel>>): string {
  const rounded = JSON.stringify(fitted, (_, value) =>
    typeof value === "number" ? Number(value.toPrecision(3)) : value,
  );
  return `import type { FittedModel } from "./judge-matches.ts";

/** Written by \`pnpm qa:fit --write\` from the tuning half of the probes, and edited by nobody. */
export const fittedModels: Readonly<
  Record<"task" | "taskByWords" | "error" | "errorByWords", FittedModel>
> = ${rounded};
`;
}
