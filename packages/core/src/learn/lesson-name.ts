import { shortHash } from "../text/hash.ts";

const emptyWords = new Set(
  "the a an and or not no to of in on at is it its was be been by for with from this that you your error errors fatal failed failure such but has have had current please are does do did can cannot could value name path time url id hex version address email n line lines code use using any all more call exit command null".split(
    " ",
  ),
);
const maximumLength = 64;

/** Words of a text fit for a name, in order, each once. */
function nameWords(text: string): readonly string[] {
  const plain = text
    .replace(/<[a-z][a-z0-9-]*>/g, " ")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  return [...new Set(words.filter((word) => word.length > 1 && word.length < 25 && !/^\d+$/.test(word)))];
}

/**
 * A skill's name from what was called and what it said: `git-push-no-upstream-branch`. Always fits
 * `^(?!.*--)[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$`; where a script leaves too few Latin letters, the lesson's key
 * makes it unique.
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
  const head = nameWords(call).slice(0, 4);
  const said = nameWords(signature)
    .filter((word) => !emptyWords.has(word) && !head.includes(word) && word !== tool)
    .slice(0, 4);
  const words = said.length === 0 ? [...head, shortHash(key, 8)] : [...head, ...said];
  let name = "";
  for (const word of words) {
    const longer = name === "" ? word : `${name}-${word}`;
    if (longer.length > maximumLength) break;
    name = longer;
  }
  return name === "" ? `repair-${shortHash(key, 8)}` : name;
}
