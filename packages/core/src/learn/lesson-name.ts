import { isTechnicalWord } from "../text/error-signature/error-words.ts";
import { shortHash } from "../text/hash.ts";
import { errorClause } from "./error-clause.ts";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
// They add nothing to a name; negations and what governs a verb stay, since without them it says the opposite.
const dropped = words("the is are was were been given your this that these please currently aborting");
// A name that had to be cut does not end in one of these.
const dangling = words(
  "a an of to in on at for by with from and or as no not cannot can be is has have into when than",
);
const maximumLength = 64;
const maximumHead = 4;

/** Words of a text fit for a name, in their order. */
function nameWords(text: string): readonly string[] {
  const plain = text
    .replace(/<[a-z][a-z0-9-]*>/g, " ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/(\w)['’](\w)/g, "$1$2")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const found = plain.match(/[a-z0-9]+/g) ?? [];
  return found.filter((word) => word.length < 25 && (!/\d/.test(word) || isTechnicalWord(word)));
}

function withoutDangling(name: readonly string[]): readonly string[] {
  const last = name.findLastIndex((word) => !dangling.has(word));
  return name.slice(0, last + 1);
}

/** `cannot be used to update reservation` of a tool that updates reservations: its end says nothing new. */
function withoutHeadAtEnd(said: readonly string[], head: readonly string[]): readonly string[] {
  const last = said.findLastIndex((word) => !head.includes(word));
  const governs = /^(?:to|for|of|by|with|in|on)$/.test(said[last] ?? "");
  return governs && last >= 2 && last < said.length - 1 ? said.slice(0, last) : said;
}

/**
 * A skill's name: what was called, then what went wrong in the error's own words and their order, cut at 64
 * characters by whole words: `git-pull-not-possible-to-fast-forward`. Only what is equal for
 * equal lesson keys goes into it, so that two processes that learn one lesson at once meet under one name. Always fits `^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$`; where a script leaves
 * no Latin letters, the lesson's key makes it unique.
 */
export function lessonName({
  call,
  tool,
  signature,
  key,
}: {
  readonly call: string;
  readonly tool: string;
  readonly signature: string;
  readonly key: string;
}): string {
  const head = [...new Set(nameWords(call))].slice(0, maximumHead);
  const clause = nameWords(errorClause(signature.split("\n", 1)[0] ?? "")).filter(
    (word) => !dropped.has(word) && word !== tool,
  );
  const said = withoutDangling(withoutHeadAtEnd(clause, head));
  const kept: string[] = [];
  for (const word of said.length === 0 ? [...head, shortHash(key, 8)] : [...head, ...said]) {
    if ([...kept, word].join("-").length > maximumLength) break;
    kept.push(word);
  }
  const name = (kept.length < head.length + said.length ? withoutDangling(kept) : kept).join("-");
  return name === "" ? `repair-${shortHash(key, 8)}` : name;
}
