import type { LanguageModel } from "../../ports/language-model.ts";
import type { ResolvedSettings } from "../resolve-settings.ts";

/**
 * The model that the settings name, or the one that they are; undefined for none. `directory` is where the host runs: its packages
 * are looked for there. Rejects with `MODEL_UNAVAILABLE` where `@skillloop/models` is not installed.
 */
export async function openModel(
  settings: Pick<ResolvedSettings, "model" | "modelBaseURL" | "modelTimeoutMs">,
  directory: string,
): Promise<LanguageModel | undefined> {
  const { model, modelBaseURL: baseURL, modelTimeoutMs: timeoutMs } = settings;
  if (model === "none") return undefined;
  if (typeof model !== "string") return model;
  const { loadModel } = await import("../../io/load-model.ts");
  return loadModel(model, { directory, timeoutMs, ...(baseURL !== undefined && { baseURL }) });
}
