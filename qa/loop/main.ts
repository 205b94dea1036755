import { parseArgs } from "node:util";
import { type Figure, printReport } from "../report.ts";
import { noModelYet, takesAModel } from "../takes-a-model.ts";
import { playSeed } from "./arms.ts";
import { seedFigures, seedTable } from "./report.ts";
import { loopSeeds } from "./seeds.ts";

// A simulation of the whole loop, by `PROTOCOL.md`: it shows that the plumbing works, not an effect on real models.
const { values } = parseArgs({
  options: { json: { type: "boolean", default: false }, seed: { type: "string", multiple: true } },
});
const seeds = values.seed?.map(Number) ?? loopSeeds;

const figures: Figure[] = [];
for (const seed of seeds) {
  const result = await playSeed(seed);
  figures.push(...seedFigures(result));
  process.stderr.write(`seed ${seed}\n${seedTable(result)}\n`);
  for (const [arm, skills] of Object.entries(result.learned))
    process.stderr.write(`learned by ${arm}:\n${skills.map((skill) => `  ${skill}\n`).join("")}`);
  for (const complaint of result.complaints) process.stderr.write(`  told: ${complaint}\n`);
}
printReport({ figures }, { json: values.json });
if (!(await takesAModel())) {
  process.stderr.write(`The arms "model only" and "both" did not run. ${noModelYet}\n`);
  process.exitCode = 2;
}
