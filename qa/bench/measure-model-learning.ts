import { join } from "node:path";
import { SkillLoop } from "@skillloop/core";
import { frankAnswers, frankTrace } from "../../packages/core/src/testing/learning/frank-answers.ts";
import { roleLanguageModel } from "../../packages/core/src/testing/role-language-model.ts";
import { atLeast, told } from "../figure.ts";
import type { Figure } from "../report.ts";
import { SCOPE } from "./library.ts";

const TRACES = 200;

/** Failed runs learned from a second with a model that answers at once: each teaches a skill of its own. */
export async function measureModelLearning(root: string): Promise<readonly Figure[]> {
  const model = roleLanguageModel(frankAnswers());
  const loop = await SkillLoop.open({ home: join(root, "model"), scope: SCOPE, worker: "manual", model });
  for (let topic = 0; topic < TRACES; topic += 1) await loop.learn(frankTrace(topic, 1));
  const start = performance.now();
  const report = await loop.process({ limit: TRACES });
  const seconds = (performance.now() - start) / 1_000;
  await loop.close();
  const at = `${TRACES} traces, a model that answers in 0 ms`;
  return [
    atLeast("process.rate", at, report.traces.length / seconds, "traces/s", 20),
    told("process.learned", at, report.learned, "skills"),
    told("process.model-calls", at, model.calls.length / TRACES, "a trace"),
  ];
}
