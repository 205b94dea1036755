import { z } from "zod";

const texts = z.array(z.string()).default([]);
const text = z.string().default("");

/** One skill of a library file. What a file leaves out is empty; fields it has beyond these are not read. */
export const librarySkill = z.object({
  name: z.string().min(1),
  description: z.string(),
  applies_when: texts,
  symptoms: texts,
  not_for: texts,
  queries: texts,
  signature: z
    .object({ intent: text, object: text, environment: text, constraints: texts })
    .default({ intent: "", object: "", environment: "", constraints: [] }),
  body: text,
});
export type LibrarySkill = Readonly<z.infer<typeof librarySkill>>;

/** One probe of a probe file. A class may have any name: foreign files bring their own. */
export const retrievalProbe = z.object({
  id: z.string().min(1),
  class: z.string().min(1),
  mode: z.enum(["task", "error"]).default("task"),
  text: z.string(),
  history: z
    .array(z.string())
    .nullish()
    .transform((turns) => turns ?? []),
  expect: z.union([z.string().min(1), z.array(z.string().min(1)).min(1), z.null()]),
});
export type RetrievalProbe = Readonly<z.infer<typeof retrievalProbe>>;

/** The names that are a right answer; none where nothing should come. */
export function expectedNames({ expect }: Pick<RetrievalProbe, "expect">): readonly string[] {
  if (expect === null) return [];
  return typeof expect === "string" ? [expect] : expect;
}
