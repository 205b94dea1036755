import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SkillLoopError } from "../errors.ts";
import type { LanguageModel } from "../ports/language-model.ts";

const packageName = "@skillloop/models";

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
 * A model of `@skillloop/models` by its name, such as `openai:gpt-5-mini`. The package is looked for from the host's own directory
 * first, since a package manager need not show core what only the host depends on. Rejects with `MODEL_UNAVAILABLE`, and with
 * `INVALID_OPTIONS` for a name that the package does not know.
 */
export async function loadModel(
  name: string,
  { directory, baseURL, timeoutMs }: LoadModelOptions,
  own = import.meta.url,
): Promise<LanguageModel> {
  const models = await loadPackage(name, directory, own);
  const at = name.indexOf(":");
  const model = name.slice(at + 1);
  const options = { model, timeoutMs, ...(baseURL !== undefined && { baseURL }) };
  switch (name.slice(0, at)) {
    case "openai":
      return models.openAiModel(options);
    case "anthropic":
      return models.anthropicModel(options);
    case "manual":
      return models.manualModel({ directory: resolve(directory, model) });
    default:
      throw new SkillLoopError({
        code: "INVALID_OPTIONS",
        message: "The setting model names no kind of model.",
        remedy: "Set it to openai:NAME, anthropic:NAME, manual:DIRECTORY or none.",
      });
  }
}

async function loadPackage(name: string, directory: string, own: string): Promise<ModelsPackage> {
  const path = resolveFrom(join(directory, "package.json")) ?? resolveFrom(own);
  const client = name.startsWith("openai:")
    ? " openai"
    : name.startsWith("anthropic:")
      ? " @anthropic-ai/sdk"
      : "";
  if (path === undefined) {
    throw new SkillLoopError({
      code: "MODEL_UNAVAILABLE",
      message: `A model by name needs the package ${packageName}, which is not installed.`,
      remedy: `Install it (npm install ${packageName}${client}), or set model to "none".`,
    });
  }
  try {
    return (await import(pathToFileURL(path).href)) as ModelsPackage;
  } catch (cause) {
    throw new SkillLoopError({
      code: "MODEL_UNAVAILABLE",
      message: `The package ${packageName} is installed, but could not be loaded.`,
      remedy: `Install it again in the version of @skillloop/core, or set model to "none".`,
      cause,
    });
  }
}

function resolveFrom(file: string): string | undefined {
  try {
    return createRequire(file).resolve(packageName);
  } catch {
    return undefined;
  }
}
