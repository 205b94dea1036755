import { z } from "zod";

/** Words of a run as a model repeats them, with the id of the call that they are from. */
export const quoteAnswerSchema = z.object({
  callId: z.string().max(300),
  text: z.string().max(1_000),
});

const lessonSchema = z.object({
  quotes: z.array(quoteAnswerSchema).max(8),
  cause: z.string().max(1_000),
  decision: z.string().max(500),
  rule: z.string().max(600),
  check: z.string().max(500),
  triggers: z.array(z.string().max(300)).max(8),
  unknowns: z.array(z.string().max(300)).max(6),
  workingCallId: z.string().max(300).nullable(),
  blame: z
    .object({
      skill: z.string().max(300),
      what: z.enum(["wrong", "incomplete", "misapplied"]),
      bulletIds: z.array(z.string().max(100)).max(10),
    })
    .nullable(),
  support: z.enum(["direct", "inferred", "undetermined"]),
  confidence: z.number().min(0).max(1),
});

const outcomeSchema = z.object({
  quotes: z.array(quoteAnswerSchema).max(6),
  outcome: z.enum(["success", "failure", "partial", "unknown"]),
  reason: z.string().max(600),
});

/** The shape of an answer about one run. Evidence comes first, so that what is said of it follows from it. */
export const reflectAnswerSchema = z.object({
  outcome: outcomeSchema.nullable(),
  lessons: z.array(lessonSchema).max(6),
});

export type ReflectAnswer = z.infer<typeof reflectAnswerSchema>;
export type LessonAnswer = z.infer<typeof lessonSchema>;
export type OutcomeAnswer = z.infer<typeof outcomeSchema>;
