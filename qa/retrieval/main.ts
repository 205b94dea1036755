import { writeFileSync } from "node:fs";
import { runAblation } from "./ablation.ts";
import { DataError } from "./data/data-error.ts";
import { loadData } from "./data/load.ts";
import { rejectedSkills } from "./data/rejected-skills.ts";
import { distractors } from "./distractors/distractors.ts";
import { retrievalFigures } from "./figures.ts";
import type { Measurement } from "./measurement.ts";
import { type RetrievalOptions, readOptions } from "./options.ts";
import { retrievalJson } from "./report/json.ts";
import { resultsPage } from "./report/results.ts";
import { terminalReport } from "./report/terminal.ts";
import { runMeasured } from "./run.ts";

try {
  await main(readOptions(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof DataError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function main(options: RetrievalOptions): Promise<void> {
  const measurement = await measure(options);
  const figures = retrievalFigures(measurement);
  const report = options.json
    ? JSON.stringify(retrievalJson(measurement, figures))
    : terminalReport(measurement, figures);
  process.stdout.write(`${report}\n`);
  if (options.writeResults) writeFileSync(new URL("./RESULTS.md", import.meta.url), resultsPage(measurement));
  if (figures.some(({ ok }) => !ok)) process.exitCode = 1;
}

async function measure(options: RetrievalOptions): Promise<Measurement> {
  const data = loadData(options);
  const { skills, probes } = data;
  const { embedder } = options;
  const request = { skills, probes, embedder };
  const plain = await runMeasured(request);
  const crowd = distractors({ count: options.distractors, library: skills });
  return {
    options,
    data,
    rejected: rejectedSkills(skills),
    plain,
    ...(options.distractors > 0 && {
      crowded: await runMeasured({ ...request, skills: [...skills, ...crowd] }),
    }),
    ...(options.writeResults &&
      embedder !== "none" && { lexical: await runMeasured({ ...request, embedder: "none" }) }),
    ...(options.ablate && { ablation: await runAblation(request) }),
  };
}
