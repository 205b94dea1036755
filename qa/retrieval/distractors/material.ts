import { fileURLToPath } from "node:url";
import { z } from "zod";
import { readEntries } from "../data/read-entries.ts";

const texts = z.array(z.string().min(1)).min(2);

const operation = z.object({
  verb: z.string(),
  gerund: z.string(),
  /** Other wordings of the verb. */
  also: texts,
  /** Clauses: the situation in which it is asked for. */
  when: texts,
  /** Clauses: why it goes wrong at first. */
  causes: texts,
  /** What a program says then. */
  symptoms: texts,
  /** In the words of people. */
  queries: texts,
  /** In the imperative. */
  fixes: texts,
  /** A clause: how one knows that it worked. */
  check: z.string(),
});
export type Operation = Readonly<z.infer<typeof operation>>;

const thing = z.object({
  object: z.string(),
  short: z.string(),
  plural: z.string(),
  domain: z.string(),
  tool: z.string(),
  holder: z.string(),
  /** The first is the usual one. */
  environments: texts,
  ids: texts,
  /** How errors of its system look; `{m}` is the message. */
  says: z.string(),
  owner: z.string(),
});
export type Thing = Readonly<z.infer<typeof thing>>;

export function readOperations(): readonly Operation[] {
  return readEntries(fileURLToPath(new URL("./operations.json", import.meta.url)), operation);
}

export function readThings(): readonly Thing[] {
  return readEntries(fileURLToPath(new URL("./objects.json", import.meta.url)), thing);
}
