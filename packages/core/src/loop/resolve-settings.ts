import { SkillLoopError } from "../errors.ts";
import { redactText } from "../guard/redact.ts";
import type { Embedder } from "../ports/embedder.ts";
import type { LanguageModel } from "../ports/language-model.ts";
import type { LoopSettings } from "../schema/loop-settings.ts";
import { editDistance } from "../text/edit-distance.ts";
import type { LoopOptions } from "../types/loop.ts";
import type { ModelBudget, ModelPrices } from "../types/model-limits.ts";
import type { Scope } from "../types/scope.ts";
import { budgetFromVariable, pricesFromVariable } from "./model/model-variables.ts";
import { parseLoopSettings } from "./parse-loop-settings.ts";

/** Where the text of the settings comes from; read by `io/read-settings.ts`. */
export interface SettingsSources {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly file?: { readonly name: string; readonly value: unknown };
}

export interface ResolvedSettings {
  readonly home: string;
  readonly scope: Scope;
  readonly worker: "background" | "manual";
  readonly serve: "candidate" | "active" | "trusted";
  readonly environment: Readonly<Record<string, string>>;
  readonly environmentPolicy: "strict" | "warn" | "ignore";
  readonly recallBudgetMs: number;
  readonly durability: "process" | "fsync";
  readonly traceRetentionDays: number;
  readonly embedder: Embedder | "local" | "none";
  readonly embedTimeoutMs: number;
  /** By name where it is still to be loaded. */
  readonly model: LanguageModel | string;
  readonly modelBaseURL?: string;
  readonly modelTimeoutMs: number;
  readonly modelBudget?: ModelBudget;
  readonly modelPrices: ModelPrices;
  readonly modelConcurrency: number;
  readonly principles: boolean;
}

const DEFAULTS: ResolvedSettings = {
  home: ".skillloop",
  scope: { project: "default" },
  worker: "background",
  serve: "active",
  environment: {},
  environmentPolicy: "warn",
  recallBudgetMs: 50,
  durability: "process",
  traceRetentionDays: 90,
  embedder: "none",
  embedTimeoutMs: 10_000,
  model: "none",
  modelTimeoutMs: 90_000,
  modelPrices: {},
  modelConcurrency: 4,
  principles: false,
};

/**
 * The one place where options, `SKILLLOOP_*` variables and the config file meet. What the caller passes
 * wins over a variable, a variable over the file, the file over the default.
 */
export function resolveSettings(options: LoopOptions, sources: SettingsSources): ResolvedSettings {
  const file = sources.file === undefined ? {} : parseLoopSettings(sources.file.value, sources.file.name);
  const variables = parseLoopSettings(settingsFromVariables(sources.variables), "SKILLLOOP_* variables");
  const given = parseLoopSettings(textOptions(options), "SkillLoop.open");
  return {
    ...DEFAULTS,
    ...dropUndefined(file),
    ...dropUndefined(variables),
    ...dropUndefined(given),
  } as ResolvedSettings;
}

function textOptions(options: LoopOptions): LoopSettings {
  const { store, logger, onError, clock, ...text } = options ?? {};
  return dropUndefined(text) as LoopSettings;
}

function settingsFromVariables(variables: SettingsSources["variables"]): Record<string, unknown> {
  const number = (text: string | undefined): number | undefined =>
    text === undefined || text.trim() === "" ? undefined : Number(text);
  for (const [name, value] of Object.entries(variables)) if (value !== undefined) assertSpelt(name);
  return dropUndefined({
    home: variables["SKILLLOOP_HOME"],
    scope: pairs(variables["SKILLLOOP_SCOPE"]),
    worker: variables["SKILLLOOP_WORKER"] ?? workerOf(variables["SKILLLOOP_AUTO_PROCESS"]),
    serve: variables["SKILLLOOP_SERVE"],
    environment: pairs(variables["SKILLLOOP_ENVIRONMENT"]),
    environmentPolicy: variables["SKILLLOOP_ENVIRONMENT_POLICY"],
    recallBudgetMs: number(variables["SKILLLOOP_RECALL_BUDGET_MS"]),
    durability: variables["SKILLLOOP_DURABILITY"],
    traceRetentionDays: number(variables["SKILLLOOP_TRACE_RETENTION_DAYS"]),
    embedder: variables["SKILLLOOP_EMBEDDER"],
    embedTimeoutMs: number(variables["SKILLLOOP_EMBED_TIMEOUT_MS"]),
    model: variables["SKILLLOOP_MODEL"],
    modelBaseURL: variables["SKILLLOOP_MODEL_BASE_URL"],
    modelTimeoutMs: number(variables["SKILLLOOP_MODEL_TIMEOUT_MS"]),
    modelBudget: budgetFromVariable(variables["SKILLLOOP_MODEL_BUDGET"]),
    modelPrices: pricesFromVariable(variables["SKILLLOOP_MODEL_PRICES"]),
    modelConcurrency: number(variables["SKILLLOOP_MODEL_CONCURRENCY"]),
    principles: yesOrNo("SKILLLOOP_PRINCIPLES", variables["SKILLLOOP_PRINCIPLES"]),
  });
}

const knownVariables = [
  "SKILLLOOP_HOME",
  "SKILLLOOP_SCOPE",
  "SKILLLOOP_WORKER",
  "SKILLLOOP_AUTO_PROCESS",
  "SKILLLOOP_SERVE",
  "SKILLLOOP_ENVIRONMENT",
  "SKILLLOOP_ENVIRONMENT_POLICY",
  "SKILLLOOP_RECALL_BUDGET_MS",
  "SKILLLOOP_DURABILITY",
  "SKILLLOOP_TRACE_RETENTION_DAYS",
  "SKILLLOOP_EMBEDDER",
  "SKILLLOOP_EMBED_TIMEOUT_MS",
  "SKILLLOOP_MODEL",
  "SKILLLOOP_MODEL_BASE_URL",
  "SKILLLOOP_MODEL_TIMEOUT_MS",
  "SKILLLOOP_MODEL_BUDGET",
  "SKILLLOOP_MODEL_PRICES",
  "SKILLLOOP_MODEL_CONCURRENCY",
  "SKILLLOOP_PRINCIPLES",
];

/** One letter too many, too few or out of place. Three would already take a stranger's LOG for our HOME. */
const MISSPELT_AT_MOST = 2;

/**
 * Refuses a variable that is misspelt: it would be ignored without a word. A name far from every known one
 * belongs to something else that shares the prefix, and is none of our business.
 */
function assertSpelt(name: string): void {
  if (!name.startsWith("SKILLLOOP_") || knownVariables.includes(name)) return;
  const [nearest] = knownVariables
    .map((known) => ({ known, distance: editDistance(name, known) }))
    .sort((a, b) => a.distance - b.distance);
  if (nearest === undefined || nearest.distance > MISSPELT_AT_MOST) return;
  throw new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: `There is no variable ${redactText(name).text}.`,
    remedy: `It looks like ${nearest.known}; correct its name or unset it.`,
  });
}

function workerOf(autoProcess: string | undefined): "background" | "manual" | undefined {
  const said = yesOrNo("SKILLLOOP_AUTO_PROCESS", autoProcess);
  return said === undefined ? undefined : said ? "background" : "manual";
}

/** A yes or a no as people write it. */
function yesOrNo(name: string, text: string | undefined): boolean | undefined {
  const said = text?.trim().toLowerCase() ?? "";
  if (said === "") return undefined;
  if (/^(?:0|false|no|off)$/.test(said)) return false;
  if (/^(?:1|true|yes|on)$/.test(said)) return true;
  throw new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: `${name} is neither a yes nor a no.`,
    remedy: "Set it to 1, true, yes or on, or to 0, false, no or off.",
  });
}

/** `project=billing,user=ann` as an object. */
function pairs(text: string | undefined): Record<string, string> | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  return Object.fromEntries(
    text.split(",").map((pair) => {
      const [key = "", ...value] = pair.split("=");
      return [key.trim(), value.join("=").trim()];
    }),
  );
}

function dropUndefined(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
