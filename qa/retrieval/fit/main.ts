import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { fittedModels } from "../../../packages/core/src/recall/fitted-models.ts";
import type { FittedModel } from "../../../packages/core/src/recall/judge-matches.ts";
import { openEmbedder } from "../home/open-embedder.ts";
import { type Example, examplesOf } from "./examples.ts";
import { fitModel, outOfGroup } from "./fit-model.ts";
import { fittedLibraries } from "./fitted-libraries.ts";
import { libraryIndex } from "./library-index.ts";
import { outcomeLines } from "./outcome-lines.ts";

// Fits the weights of recall on all that may be looked at. Without --write it tells how such weights do on libraries
// that they were not fitted on, which takes a fit for each.
const isWritten = process.argv.includes("--write");
const libraries = fittedLibraries();
const models: Record<string, FittedModel> = {};
const choices = process.argv.includes("--local") ? (["local"] as const) : (["local", "none"] as const);
for (const choice of choices) {
  const embedder = await openEmbedder(choice);
  for (const mode of ["task", "error"] as const) {
    const name = choice === "local" ? mode : (`${mode}ByWords` as const);
    const examples: Example[] = [];
    for (const { contents, probes, group } of libraries) {
      const library = await libraryIndex(contents, embedder);
      const ofMode = probes.filter((probe) => probe.mode === mode);
      examples.push(...(await examplesOf(ofMode, library, embedder, group)));
    }
    const start = fittedModels[name];
    const model = fitModel(name, examples, start, embedder?.id);
    models[name] = model;
    if (isWritten) continue;
    for (const line of outcomeLines(outOfGroup(name, examples, start, embedder?.id), model.threshold))
      process.stdout.write(`${name} ${line}\n`);
  }
  await embedder?.close?.();
}
const target = fileURLToPath(new URL("../../../packages/core/src/recall/fitted-models.ts", import.meta.url));
if (isWritten) writeFileSync(target, modelFile(models));

function modelFile(fitted: Readonly<Record<string, FittedModel>>): string {
  const rounded = JSON.stringify(fitted, (_, value) =>
    typeof value === "number" ? Number(value.toPrecision(3)) : value,
  );
  return `import type { FittedModel } from "./judge-matches.ts";

/** Written by \`pnpm qa:fit --write\` and edited by nobody. */
export const fittedModels: Readonly<
  Record<"task" | "taskByWords" | "error" | "errorByWords", FittedModel>
> = ${rounded};
`;
}
