import { z } from "zod";

const environmentSchema = z.record(z.string(), z.string());

/** A config file that is a module may hold an embedder itself. */
function isEmbedder(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { id, embed } = value as Record<string, unknown>;
  return typeof id === "string" && id !== "" && typeof embed === "function";
}

/** The same goes for a model. */
function isModel(value: unknown): boolean {
  if (typeof value === "string") return /^(?:(?:openai|anthropic|manual):\S.*|none)$/.test(value);
  if (typeof value !== "object" || value === null) return false;
  const { id, generate } = value as Record<string, unknown>;
  return typeof id === "string" && id !== "" && typeof generate === "function";
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username + password === "";
}

const amount = z.number().positive();
const price = z.number().nonnegative();

/** The options that text can carry: what `SKILLLOOP_*` variables and the config file may say. */
export const loopSettingsSchema = z.strictObject({
  home: z.string().min(1).optional(),
  scope: z
    .strictObject({
      project: z.string().min(1),
      agent: z.string().min(1).optional(),
      user: z.string().min(1).optional(),
    })
    .optional(),
  worker: z.enum(["background", "manual"]).optional(),
  serve: z.enum(["candidate", "active", "trusted"]).optional(),
  environment: environmentSchema.optional(),
  environmentPolicy: z.enum(["strict", "warn", "ignore"]).optional(),
  recallBudgetMs: z.number().positive().max(60_000).optional(),
  durability: z.enum(["process", "fsync"]).optional(),
  traceRetentionDays: z.number().positive().optional(),
  embedder: z
    .custom<object | "local" | "none">(
      (value) => value === "local" || value === "none" || isEmbedder(value),
      'expected "local", "none" or an embedder',
    )
    .optional(),
  embedTimeoutMs: z.number().positive().max(600_000).optional(),
  model: z
    .custom<object | string>(
      isModel,
      "expected openai:NAME, anthropic:NAME, manual:DIRECTORY, none or a model",
    )
    .optional(),
  modelBaseURL: z
    .string()
    .refine(isAddress, "expected an http or https address without a name or password in it")
    .optional(),
  modelTimeoutMs: z.number().positive().max(3_600_000).optional(),
  modelBudget: z
    .strictObject({ calls: amount.optional(), tokens: amount.optional(), cost: amount.optional() })
    .optional(),
  modelPrices: z
    .record(z.string(), z.strictObject({ input: price, output: price, cachedInput: price.optional() }))
    .optional(),
  modelConcurrency: z.number().int().positive().max(64).optional(),
  principles: z.boolean().optional(),
});

export type LoopSettings = z.infer<typeof loopSettingsSchema>;
