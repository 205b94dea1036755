import { resolve } from "node:path";
import { SkillLoopError } from "../errors.ts";
import type { LanguageModel } from "../ports/language-model.ts";
import { loadBesideCore, type PackageBesideCore } from "./load-beside-core.ts";

const models: PackageBesideCore = {
  name: "@skillloop/models",
  neededBy: "A model by name",
  setting: "model",
  code: "MODEL_UNAVAILABLE",
};

/** The client of each kind of server: the host installs it too. */
const clients: ReadonlyMap<string, string> = new Map([
  ["openai", "openai"],
  ["anthropic", "@anthropic-ai/sdk"],
]);

interface ServerOptions {
  readonly model: string;
  readonly baseURL?: string | undefined;
  readonly timeoutMs: number;
}

interface ModelsPackage {
  readonly openAiModel: (options: ServerOptions) => LanguageModel;
  readonly anthropicModel: (options: ServerOptions) => LanguageModel;
  readonly manualModel: (options: { readonly directory: string }) => LanguageModel;
}

export interface LoadModelOptions {
  /** Where the host runs. */
  readonly directory: string;
  readonly baseURL?: string;
  /** Milliseconds for one request. */
  readonly timeoutMs: number;
}

/**
 * A model of `@skillloop/models` by its name, such as `openai:gpt-5-mini`; the host installs the package beside core. Rejects with
 * `MODEL_UNAVAILABLE`, and with `INVALID_OPTIONS` for a name that the package does not know.
 */
export async function loadModel(
  name: string,
  { directory, baseURL, timeoutMs }: LoadModelOptions,
  own = import.meta.url,
): Promise<LanguageModel> {
  const at = name.indexOf(":");
  const [kind, model] = [name.slice(0, at), name.slice(at + 1)];
  const client = clients.get(kind);
  const { openAiModel, anthropicModel, manualModel } = await loadBesideCore(
    { ...models, ...(client !== undefined && { clients: [client] }) },
    { directory, own },
    (loaded) => loaded as ModelsPackage,
  );
  const options = { model, timeoutMs, ...(baseURL !== undefined && { baseURL }) };
  switch (kind) {
    case "openai":
      return openAiModel(options);
    case "anthropic":
      return anthropicModel(options);
    case "manual":
      return manualModel({ directory: resolve(directory, model) });
    default:
      throw new SkillLoopError({
        code: "INVALID_OPTIONS",
        message: "The setting model names no kind of model.",
        remedy: "Set it to openai:NAME, anthropic:NAME, manual:DIRECTORY or none.",
      });
  }
}
