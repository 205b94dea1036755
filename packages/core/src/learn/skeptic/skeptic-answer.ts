import { z } from "zod";
import { quoteAnswerSchema } from "../reflect/reflect-answer.ts";

const verdictAnswerSchema = z.object({
  quotes: z.array(quoteAnswerSchema).max(6),
  reason: z.string().max(600),
  support: z.enum(["direct", "partial", "none"]),
});

export type VerdictAnswer = z.infer<typeof verdictAnswerSchema>;

/** The shape of an answer about claims, with a place for each of them: one that leaves a claim out does not fit. */
export function skepticAnswerSchema(labels: readonly string[]) {
  return z.object({
    verdicts: z.object(Object.fromEntries(labels.map((label) => [label, verdictAnswerSchema]))),
  });
}

export type SkepticAnswer = z.infer<ReturnType<typeof skepticAnswerSchema>>;
