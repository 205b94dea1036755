import { z } from "zod";
import type { SectionName } from "../../types/skill.ts";

const lines = z.array(z.string().max(800)).max(10);
const queries = z.array(z.string().max(300)).max(6);

/** The shape of the words around a procedure. Its steps are no part of it: no model may add one. */
export const procedureAnswerSchema = z.object({
  subject: z.string().max(200),
  description: z.string().max(1_500),
  preconditions: lines,
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

export type ProcedureAnswer = z.infer<typeof procedureAnswerSchema>;

/** A draft that was no use: sections without a line, values of single runs. */
export interface RejectedWording {
  readonly answer: ProcedureAnswer;
  readonly missing: readonly SectionName[];
  readonly values: readonly string[];
}
