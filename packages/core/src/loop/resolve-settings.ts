import { type LoopSettings, parseLoopSettings } from "../schema/loop-settings.ts";
import type { LoopOptions } from "../types/loop.ts";
import type { Scope } from "../types/scope.ts";

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
  const { model, embedder, store, logger, onError, clock, ...text } = options;
  return dropUndefined(text) as LoopSettings;
}

function settingsFromVariables(variables: SettingsSources["variables"]): Record<string, unknown> {
  const number = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : Number(text);
  const autoProcess = variables["SKILLLOOP_AUTO_PROCESS"];
  return dropUndefined({
    home: variables["SKILLLOOP_HOME"],
    scope: pairs(variables["SKILLLOOP_SCOPE"]),
    worker: variables["SKILLLOOP_WORKER"] ?? (autoProcess === "0" ? "manual" : undefined),
    serve: variables["SKILLLOOP_SERVE"],
    environment: pairs(variables["SKILLLOOP_ENVIRONMENT"]),
    environmentPolicy: variables["SKILLLOOP_ENVIRONMENT_POLICY"],
    recallBudgetMs: number(variables["SKILLLOOP_RECALL_BUDGET_MS"]),
    durability: variables["SKILLLOOP_DURABILITY"],
    traceRetentionDays: number(variables["SKILLLOOP_TRACE_RETENTION_DAYS"]),
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
