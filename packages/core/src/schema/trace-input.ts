import { z } from "zod";

const text = z.string().nullish();
const outcome = z.enum(["success", "failure", "partial", "unknown"]);
const exitCode = z.number().int().nullable().optional();

const stepOutcomeSchema = z.enum([
  "ok",
  "tool-error",
  "invalid-input",
  "unknown-tool",
  "interrupted",
  "aborted",
  "missing",
]);

const signal = z
  .looseObject({
    source: z.enum(["test", "user", "judge", "self", "heuristic"]),
    outcome: outcome.nullish(),
    check: text,
    exitCode,
    detail: text,
  })
  .refine((value) => value.outcome != null || value.exitCode !== undefined, {
    error: "must have an outcome or an exitCode",
  });

/**
 * What every accepted form shares (`LearnCommon`). Unknown fields are let through and ignored: files of other
 * tools carry many. What a run was shown and what it used are ignored too, since they would let any file
 * vouch for a skill. `null` means absent, except in `exitCode`, where it is a process killed by a signal.
 */
export const traceInputSchema = z.looseObject({
  runId: z.union([z.string(), z.number()]).nullish(),
  id: z.unknown().optional(),
  task: text,
  format: z.enum(["openai", "anthropic", "ai-sdk", "langchain"]).nullish(),
  messages: z.array(z.unknown()).nullish(),
  history: z.array(z.unknown()).nullish(),
  steps: z.array(z.unknown()).nullish(),
  signals: z.array(signal).nullish(),
  reward: z.union([z.number(), z.boolean()]).nullish(),
  outcome: outcome.nullish(),
  check: text,
  exitCode,
  // SWE-agent writes the name of its container here.
  environment: z.union([z.record(z.string(), z.unknown()), z.string()]).nullish(),
  context: z.record(z.string(), z.unknown()).nullish(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  end: z.enum(["completed", "failed", "aborted"]).nullish(),
  error: z.unknown().optional(),
});

export type TraceInput = z.infer<typeof traceInputSchema>;

const turn = z.number().int().min(0).nullish();

/** One step in our own form: a call (`tool` or `name`) or words (`role` with `text` or `content`). */
export const ownStepSchema = z
  .looseObject({
    kind: z.enum(["tool", "text"]).nullish(),
    tool: text,
    name: text,
    turn,
    outcome: stepOutcomeSchema.nullish(),
    exitCode,
    exit_code: exitCode,
    durationMs: z.number().nullish(),
    role: z.enum(["user", "assistant", "system", "developer", "tool"]).nullish(),
  })
  .refine((step) => Boolean(step.tool || step.name || step.role) || step.kind === "text", {
    error: "needs a tool (for a call) or a role with text (for words)",
  });

export type OwnStep = z.infer<typeof ownStepSchema>;
