import { errorSignature } from "../../packages/core/src/text/error-signature/error-signature.ts";
import type { LibrarySkill } from "../retrieval/data/formats.ts";
import { inHome } from "../retrieval/home/in-home.ts";
import { openRecaller } from "../retrieval/home/recaller.ts";
import type { ErrorCase, PrintedError } from "./read-outputs.ts";

/**
 * Whose output was asked about. known: an error that a skill knows from another occurrence. sibling: one that
 * is easily taken for it and has no skill. stranger: an error of a case of which no error has a skill.
 */
export type Asked = "known" | "sibling" | "stranger";

export interface RecalledOutput {
  readonly id: string;
  readonly asked: Asked;
  /** The first skill given was one for this error, or none came where none is about it. */
  readonly ok: boolean;
  /** The name of the first skill given. */
  readonly first: string | undefined;
}

/** Every so many cases one has no skill at all. */
const strangers = 3;
const nameOf = (error: PrintedError): string => error.id.replaceAll("/", "-");

/** A skill as one occurrence of its error makes it: it knows the lines that told it then. */
function skillFor(error: PrintedError): LibrarySkill {
  const [source = "", object = "", constraint = ""] = error.id.split("/");
  return {
    name: nameOf(error),
    description: `What to do when ${source} stops.`,
    applies_when: [],
    symptoms: [errorSignature(error.outputs[0] ?? "").lines.join("\n")],
    not_for: [],
    queries: [],
    signature: { intent: "repair", object, environment: source, constraints: [constraint] },
    body: "## Procedure\n\n- Read the message, mend what it names, and run the command again.\n",
  };
}

/**
 * Fills a home with a skill for the first error of two cases of three, from its first occurrence, and asks
 * `recallForError` for all other outputs. Two cases may hold one error of two programs: both skills are right.
 */
export async function recallOutputs(cases: readonly ErrorCase[]): Promise<readonly RecalledOutput[]> {
  const withSkill = cases.filter((_, index) => index % strangers !== strangers - 1);
  const covered = withSkill
    .flatMap(({ errors }) => errors.slice(0, 1))
    .filter((error) => error.outputs.length > 1);
  const siblings = withSkill.flatMap(({ errors }) => errors.slice(1));
  const others = cases.filter((each) => !withSkill.includes(each)).flatMap(({ errors }) => errors);
  const hashOf = (error: PrintedError): string => errorSignature(error.outputs[0] ?? "").hash;
  const namesOf = (error: PrintedError): readonly string[] =>
    covered.filter((other) => hashOf(other) === hashOf(error)).map(nameOf);
  return inHome(covered.map(skillFor), async (home) => {
    const recaller = await openRecaller({ home });
    const found: RecalledOutput[] = [];
    const ask = async (error: PrintedError, outputs: readonly string[], asked: Asked): Promise<void> => {
      const right = namesOf(error);
      for (const output of outputs) {
        const first = (await recaller.recallForError(output)).hits[0]?.name;
        const ok = first === undefined ? right.length === 0 : right.includes(first);
        found.push({ id: error.id, asked, ok, first });
      }
    };
    for (const error of covered) await ask(error, error.outputs.slice(1), "known");
    for (const error of siblings) await ask(error, error.outputs, "sibling");
    for (const error of others) await ask(error, error.outputs, "stranger");
    await recaller.close();
    return found;
  });
}
