import { z } from "zod";
import { quoteAnswerSchema } from "../reflect/reflect-answer.ts";

/** The shape of an answer about the claims of one run. */
export const skepticAnswerSchema = z.object({
  verdicts: z
    .array(
      z.object({
        claimId: z.string().max(300),
        quotes: z.array(quoteAnswerSchema).max(6),
        reason: z.string().max(600),
        support: z.enum(["direct", "partial", "none"]),
      }),
    )
    .max(12),
});

export type SkepticAnswer = z.infer<typeof skepticAnswerSchema>;
export type VerdictAnswer = SkepticAnswer["verdicts"][number];
