import { tokenise } from "../text/tokens/tokens.ts";
import type { SkillContent } from "../types/skill.ts";

interface NotForWords {
  readonly phrases: readonly ReadonlySet<string>[];
  /** Words by which the skill is found: that they stand in a `notFor` phrase as well says nothing. */
  readonly own: ReadonlySet<string>;
}

const known = new WeakMap<SkillContent, NotForWords>();

function notForWords(content: SkillContent): NotForWords {
  const before = known.get(content);
  if (before !== undefined) return before;
  const { queries, appliesWhen, notFor } = content.keys;
  const words = {
    phrases: notFor.map((phrase) => new Set(tokenise(phrase))),
    own: new Set(tokenise([content.name, ...queries, ...appliesWhen].join("\n"))),
  };
  known.set(content, words);
  return words;
}

/**
 * The share of the words of a `notFor` phrase that a request names, 0 to 1, of the phrase named most; 0 for a
 * phrase of which only the skill's own words are named.
 */
export function notForShare(content: SkillContent, asked: ReadonlySet<string>): number {
  const { phrases, own } = notForWords(content);
  let most = 0;
  for (const phrase of phrases) {
    const shared = [...phrase].filter((word) => asked.has(word));
    if (shared.length === 0 || shared.every((word) => own.has(word))) continue;
    // One word of several is chance.
    if (shared.length < Math.min(2, phrase.size)) continue;
    most = Math.max(most, shared.length / phrase.size);
  }
  return most;
}
