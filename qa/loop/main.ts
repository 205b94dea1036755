import { openAiModel } from "@skillloop/models";
import { commandLine } from "../command-line.ts";
import { type Figure, printReport } from "../report.ts";
import { noModelYet, takesAModel } from "../takes-a-model.ts";
import { playSeed, type SeedResult } from "./arms.ts";
import { type ModelUse, seedFigures, seedTable } from "./report.ts";
import { modelServer } from "./scripted-model/model-server.ts";
import { loopSeeds } from "./seeds.ts";

// A simulation of the whole loop, by `PROTOCOL.md`: it shows that the plumbing works, not an effect on real models.
const values = commandLine("qa:loop", {
  json: { type: "boolean", default: false },
  seed: { type: "string", multiple: true },
  // Beside the protocol's one: how often each task is met before the second round.
  rounds: { type: "string", default: "1" },
});
const rounds = Number(values.rounds);
const seeds = values.seed?.map(Number) ?? loopSeeds;

const withModel = await takesAModel();
const figures: Figure[] = [];
for (const seed of seeds) {
  const { result, use } = withModel
    ? await playWithServer(seed)
    : { result: await playSeed(seed, { rounds }), use: undefined };
  figures.push(...seedFigures(result, use));
  describe(result);
}
printReport({ figures }, { json: values.json });
if (!withModel) {
  process.stderr.write(`The arms "model only" and "both" did not run. ${noModelYet}\n`);
  process.exitCode = 2;
}

async function playWithServer(
  seed: number,
): Promise<{ readonly result: SeedResult; readonly use: ModelUse }> {
  await using server = await modelServer(seed);
  // No key of anything: the server on the loopback takes every one.
  const model = openAiModel({ model: "scripted-1", baseURL: server.url, keys: "no-key-needed" });
  const result = await playSeed(seed, { rounds, model });
  const use = server.takeUse();
  process.stderr.write(`seed ${seed}, faults of the server: ${JSON.stringify(use.faults)}\n`);
  return { result, use };
}

function describe(result: SeedResult): void {
  const { seed, learned, complaints } = result;
  process.stderr.write(`seed ${seed}\n${seedTable(result)}\n`);
  for (const [arm, skills] of Object.entries(learned))
    process.stderr.write(`learned by ${arm}:\n${skills.map((skill) => `  ${skill}\n`).join("")}`);
  for (const complaint of complaints) process.stderr.write(`  told: ${complaint}\n`);
}
