import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LanguageModel, SkillLoop } from "@skillloop/core";

/** Whether `process()` asks the model that a loop was opened with anything at all about a run that failed. */
export async function takesAModel(): Promise<boolean> {
  let asked = false;
  const model: LanguageModel = {
    id: "probe",
    generate: () => {
      asked = true;
      return Promise.reject(new Error("The probe has no answer."));
    },
  };
  const home = await mkdtemp(join(tmpdir(), "skillloop-probe-"));
  const loop = await SkillLoop.open({ home, scope: { project: "probe" }, worker: "manual", model });
  try {
    await loop.learn({
      task: "Set the limit of the service checkout.",
      runId: "probe",
      steps: [
        { name: "limit_get", input: { service: "checkout" }, output: '{"limit":20}' },
        { name: "limit_set", input: { service: "checkout" }, error: "ValueMissing: limit_set needs a limit" },
      ],
      outcome: "failure",
      check: "the limit is set",
    });
    await loop.process().catch(() => undefined);
    return asked;
  } finally {
    await loop.close();
    await rm(home, { recursive: true, force: true });
  }
}

export const noModelYet =
  "This build's pipeline asks no model: SkillLoop.open({ model }) learned from a failed run without a call.";
