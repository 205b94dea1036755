import type { SkillKeys } from "../types/skill.ts";

const mostKeys = 8;

/** Keys with the errors of another run added: those that are there stay, and new ones find room or do not. */
export function growErrorKeys(keys: SkillKeys, fresh: Pick<SkillKeys, "symptoms" | "signatures">): SkillKeys {
  const grown = (known: readonly string[], added: readonly string[]): readonly string[] => {
    const news = added.filter((text) => !known.includes(text));
    return news.length === 0 ? known : [...known, ...news.slice(0, Math.max(0, mostKeys - known.length))];
  };
  return {
    ...keys,
    symptoms: grown(keys.symptoms, fresh.symptoms),
    signatures: grown(keys.signatures, fresh.signatures),
  };
}
