import { z } from "zod";

const lines = z.array(z.string().max(800)).max(10);
const queries = z.array(z.string().max(300)).max(6);

/** The shape of a new skill as a model writes it. */
export const skillAnswerSchema = z.object({
  subject: z.string().max(200),
  description: z.string().max(1_500),
  preconditions: lines,
  procedure: lines,
  verification: lines,
  failureModes: lines,
  scope: lines,
  appliesWhen: z.array(z.string().max(120)).max(10),
  queries: z.object({ plain: queries, hurried: queries, question: queries, symptom: queries }),
  notFor: z.array(z.string().max(300)).max(8),
  signature: z.object({
    intent: z.string().max(120),
    object: z.string().max(120),
    constraints: z.array(z.string().max(200)).max(6),
  }),
});

export type SkillAnswer = z.infer<typeof skillAnswerSchema>;
