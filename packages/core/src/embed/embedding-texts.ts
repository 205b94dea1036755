import { shortHash } from "../text/hash.ts";
import type { SkillContent } from "../types/skill.ts";

/**
 * Begins every key of texts, and changes with what `embeddingTexts` takes: vectors of another form are made
 * anew instead of being compared with these. Letters, digits and a hyphen only, since stores look for it by pattern.
 */
export const textForm = "t1-";

/**
 * What an embedder is given of a skill: one inner list for each stored vector, which is the mean of the list's
 * embeddings. Every skill has equally many lists, and none is empty.
 */
export function embeddingTexts(content: SkillContent): readonly (readonly string[])[] {
  const { name, description, keys } = content;
  const about = `${name.replaceAll("-", " ")}. ${description}`;
  const triggers = [keys.queries, keys.appliesWhen, [about]].find((texts) => texts.length > 0);
  return [[about], triggers ?? [about]];
}

/** The same for equal texts, whatever skill and version they belong to. */
export function textKey(texts: readonly (readonly string[])[]): string {
  return `${textForm}${shortHash(JSON.stringify(texts), 16)}`;
}
