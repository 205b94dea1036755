import { embeddedQueries } from "../index/key-vectors.ts";
import { shortHash } from "../text/hash.ts";
import type { SkillContent } from "../types/skill.ts";

/**
 * Begins every key of texts, and changes with what `embeddingTexts` takes and with how its vectors are turned
 * (`index/spread-evenly.ts`): vectors of another form are made anew instead of being compared with these. Letters,
 * digits and a hyphen only, since stores look for it by pattern.
 */
export const textForm = "t3-";

/**
 * What an embedder is given of a skill: one inner list for each stored vector, in the places of
 * `index/key-vectors.ts`. A vector is the mean of its list's embeddings; that of an empty list is all zeros.
 */
export function embeddingTexts(content: SkillContent): readonly (readonly string[])[] {
  const { name, description, keys } = content;
  return [
    [`${name.replaceAll("-", " ")}. ${description}`],
    [...keys.appliesWhen, ...keys.symptoms],
    keys.notFor,
    ...keys.queries.slice(0, embeddedQueries).map((query) => [query]),
  ];
}

/** The same for equal texts, whatever skill and version they belong to. */
export function textKey(texts: readonly (readonly string[])[]): string {
  return `${textForm}${shortHash(JSON.stringify(texts), 16)}`;
}
