import { z } from "zod";

/** What a security judge answers. Nothing in it may be left out; no finding is an empty list. */
export const securityAnswer = z.object({
  findings: z
    .array(
      z.object({
        what: z.string().min(1).max(1_000),
        quote: z.string().max(2_000),
        severity: z.enum(["low", "medium", "high"]),
      }),
    )
    .max(30),
  safe: z.boolean(),
});

export type SecurityAnswer = z.infer<typeof securityAnswer>;
