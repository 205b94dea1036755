import { z } from "zod";

const lines = z.array(z.string().min(1).max(600)).min(1).max(8);

/** What a model answers when it is asked for principles. None is an empty list; of one that is given nothing may be missing. */
export const principlesAnswer = z.object({
  principles: z
    .array(
      z.object({
        title: z.string().min(1).max(120),
        /** The claims it rests on, by the names they were shown under, each with words of that claim. */
        support: z.array(z.object({ claim: z.string().max(40), quote: z.string().max(2_000) })).max(40),
        description: z.string().min(1).max(900),
        preconditions: lines,
        procedure: lines,
        verification: lines,
        failureModes: lines,
        scope: lines,
        queries: z.array(z.string().min(1).max(160)).max(12),
      }),
    )
    .max(6),
});

export type PrincipleAnswer = z.infer<typeof principlesAnswer>["principles"][number];
