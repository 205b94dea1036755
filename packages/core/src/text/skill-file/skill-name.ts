import { shortHash } from "../hash.ts";

const NAME = /^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;
const MAX_LENGTH = 64;

/** Whether a name is one that agentskills.io allows: 1-64 characters of `a-z0-9-`, no hyphen at an end or doubled. */
export function isSkillName(name: string): boolean {
  return NAME.test(name);
}

/**
 * A skill name made of words. What cannot be written in `a-z0-9` (other scripts) is stood in for by a hash of
 * the words, so that two such names stay two.
 */
export function skillName(words: string | readonly string[]): string {
  const text = (typeof words === "string" ? words : words.join(" "))
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "");
  const slug = slugOf(text);
  const lossless = !/[^\p{ASCII}]/u.test(text.replace(/[^\p{L}\p{N}]+/gu, ""));
  if (slug !== "" && lossless) return cutAtHyphen(slug, MAX_LENGTH);
  const hash = shortHash(text, 8);
  return `${cutAtHyphen(slug === "" ? "skill" : slug, MAX_LENGTH - hash.length - 1)}-${hash}`;
}

/** The same name, told apart by a number, and still no longer than allowed. */
export function numberedSkillName(name: string, number: number): string {
  if (number < 2) return name;
  const suffix = `-${number}`;
  return `${cutAtHyphen(name, MAX_LENGTH - suffix.length)}${suffix}`;
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

function cutAtHyphen(slug: string, length: number): string {
  if (slug.length <= length) return slug;
  const cut = slug.slice(0, length + 1);
  const hyphen = cut.lastIndexOf("-");
  return (hyphen > length / 2 ? cut.slice(0, hyphen) : cut.slice(0, length)).replace(/-+$/, "");
}
