import { isWellKnownFile } from "../text/error-signature/error-words.ts";
import type { Placeholders } from "./placeholders.ts";
import { placeholderName } from "./placeholders.ts";
import { replaceWord } from "./search-text.ts";
import type { ValueSources } from "./value-sources.ts";

// Kinds whose values may be plain words: a word bound as one of these is replaced wherever it stands.
const namingKinds = /^(?:branch|remote|package|name|commit|tag|service|container|directory|script|user)/;

/** Whether a literal may be taken out of running text: a plain word such as "test" may not. */
function isTelling(literal: string, name: string): boolean {
  if (literal.length < 2) return false;
  if (/^[a-z]+$/.test(literal)) return namingKinds.test(name) && literal.length > 2;
  return !/^\d{1,2}$/.test(literal);
}

/** Replaces every bound literal in a text by its `<placeholder>`, the longest first. */
export function replaceBound(text: string, placeholders: Placeholders): string {
  const bound = [...placeholders.bound()].filter(([literal, name]) => isTelling(literal, name));
  bound.sort(([a], [b]) => b.length - a.length || (a < b ? -1 : 1));
  let replaced = text;
  for (const [literal, name] of bound) {
    replaced = replaceWord(replaced, { literal, by: `<${name}>`, joins: "<>" });
  }
  return replaced;
}

const shapes: readonly (readonly [RegExp, string])[] = [
  [/\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi, "<url>"],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, "<email>"],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>"],
  [/\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?\b/g, "<date>"],
  [/\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/g, "<address>"],
  [/(?<![\w<>./\\-])(?:~|\.{1,2})?\/(?:[^\s:"'<>|(),;\]‘’]+)/g, "<path>"],
  [/\b[A-Za-z]:\\[^\s:"'<>|(),;\]]+/g, "<path>"],
  [/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, "<id>"],
  [/\b[A-Za-z]+(?:_[A-Za-z]+)*_\d{3,}\b/g, "<id>"],
];
const file =
  /(?<![\w<>@/\\.-])(?:[\w.@-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:[cm]?[jt]sx?|json[5cl]?|ya?ml|toml|mdx?|txt|sh|bash|zsh|ps1|pyi?|rb|go|rs|java|kts?|php|lua|pl|c|cc|cpp|h|hpp|cs|sql|csv|tsv|log|lock|cfg|conf|ini|xml|html?|css|scss|svg|png|jpe?g|pdf|zip|t?gz|patch|diff|tf|ipynb|vue|svelte|db|sqlite3?|bak|tmp|out)(?![\w>-])/gi;
const codeBefore =
  /(?:\b(?:http|status|code|exit(?:ed)?(?: with)?(?: code)?|errno|signal|error|line|port)\W{0,2})$/i;

/**
 * An error's text without what belongs to one occurrence: bound values, addresses, ids, dates, amounts.
 * Its wording stays, for a reader and for a search by its words. `before` and `own` as in `originOf`.
 */
export function abstractError(
  text: string,
  { placeholders, sources }: { readonly placeholders: Placeholders; readonly sources: ValueSources },
): string {
  let abstracted = replaceBound(text, placeholders);
  for (const [pattern, replacement] of shapes) abstracted = abstracted.replace(pattern, replacement);
  abstracted = abstracted.replace(file, (path) => {
    const base = path.split("/").at(-1) ?? path;
    return isWellKnownFile(base) || /^(?:node|next|vue|nuxt|express)\.js$/i.test(base) ? base : "<file>";
  });
  abstracted = abstracted.replace(
    /(?<![\w<-])[\p{L}\p{N}_]+(?:[-.][\p{L}\p{N}_]+)*(?![\w>-])/gu,
    (token, offset: number, whole: string) => {
      if (/^\d+(?:[.,]\d+)*$/.test(token)) {
        return codeBefore.test(whole.slice(Math.max(0, offset - 24), offset)) ? token : "<number>";
      }
      if (!/[\p{Lu}\p{N}]/u.test(token)) return token;
      // A name or an id is one that some field of the run holds by itself, or the task speaks of.
      const field = sources.fieldOf(token);
      if (field !== undefined) return `<${placeholderName(field)}>`;
      return /\d/.test(token) && sources.inTask(token) ? "<id>" : token;
    },
  );
  return abstracted.replace(/\s+/g, " ").trim();
}

/** A normalised signature without the bare names that its normaliser could not know to be names. */
export function abstractSignature(signature: string, placeholders: Placeholders): string {
  return replaceBound(signature, placeholders);
}
