import { z } from "zod";

/** Fewer say too little about a text, and code asks for them again after those without a quote were taken out. */
export const leastAssertions = 3;

/**
 * What a judge answers. Nothing in it may be left out: a grade that is missing is no pass. More than six assertions
 * are read too, since a failed one among them must count.
 */
export const judgeAnswer = z.object({
  assertions: z
    .array(
      z.object({
        aspect: z.enum(["verification", "prevents-mistake", "no-harm", "behaviour"]),
        text: z.string().min(1).max(1_000),
        quote: z.string().min(1).max(2_000),
        reason: z.string().min(1).max(1_000),
        grade: z.enum(["pass", "fail", "out-of-scope"]),
      }),
    )
    .min(leastAssertions)
    .max(12),
});

export type JudgeAnswer = z.infer<typeof judgeAnswer>;
