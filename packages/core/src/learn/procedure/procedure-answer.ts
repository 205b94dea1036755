import type { z } from "zod";
import type { SectionName } from "../../types/skill.ts";
import { skillAnswerSchema } from "../synthesize/skill-answer.ts";

/** The shape of the words around a procedure. Its steps are no part of it: no model may add one. */
export const procedureAnswerSchema = skillAnswerSchema.omit({ procedure: true });

export type ProcedureAnswer = z.infer<typeof procedureAnswerSchema>;

/** A draft that was no use: sections without a line, values of single runs. */
export interface RejectedWording {
  readonly answer: ProcedureAnswer;
  readonly missing: readonly SectionName[];
  readonly values: readonly string[];
}
