const placeholder = /<[a-z]*[a-z0-9-]*>/g;
// What is unset is a variable, however this run's name for it was read.
const unsetName = /<[a-z0-9-]*>(?=:? (?:is )?(?:not (?:set|defined)|unset|unbound variable)\b)/g;
// What only says that an error follows: `fatal`, `error TS2345`, and without a colon `npm error`.
const announcement =
  /^\W*(?:fatal|err(?:or)?|panic|fail(?:ed|ure)?|warning|exception|uncaught|aborted|caused by)\W*(?:[A-Z]+\d+|\w+\])?\W*$/i;
const announcingWords = /^\W*(?:(?:npm|yarn|pnpm)\s+)?(?:err!|error|fatal)\s+(?=\S)/i;
const className = /^[\w.$]*(?:Error|Exception|Warning|Failure|Fault|Panic)(?:\s*[[(]\w+[\])])?$/i;
const complaint =
  /\b(?:no|not|none|never|cannot|can'?t|could ?n'?t|\w+n't|unable|denied|refus\w+|reject\w+|fail\w*|invalid|illegal|missing|unknown|undefined|unexpected|unsupported|unrecogni[sz]ed|required|must|already|exists|exceed\w*|forbidden|unauthori[sz]ed|disallowed|mismatch|conflict\w*|expired|time[ds]? ?out|too|disabled|ambiguous|insufficient|unreachable|corrupt\w*|locked|without|outside)\b/i;
const wordsOf = (text: string): readonly string[] => text.match(/\p{L}[\p{L}\p{N}_'-]*/gu) ?? [];

/** A clause's first part, where that by itself says what went wrong: what follows says how, why or what next. */
function shortened(clause: string): string {
  for (const joint of clause.matchAll(/[,;(]|\.\s| - | and (?=.*\b(?:is|are|was|were)\b)/g)) {
    const before = clause.slice(0, joint.index);
    if (wordsOf(before).length >= 2 && complaint.test(before)) return before;
  }
  return clause;
}

/**
 * The part of a normalised error line that says what went wrong, in its own words: without who says it, what kind of
 * error it is, which thing it happened to, and what the program does next. `""` when no word is left.
 */
export function errorClause(line: string): string {
  const plain = line.replace(unsetName, "variable").replace(placeholder, " ");
  const clauses = plain
    .split(/:(?=\s|$)|=>|\s-->\s/)
    .map((clause) => {
      const told = clause.trim().replace(announcingWords, "");
      const bare = complaint.test(told) ? told : clause.trim();
      return announcement.test(bare) || className.test(bare) ? "" : bare;
    })
    .filter((clause) => wordsOf(clause).length > 0);
  const at = clauses.findLastIndex((clause) => complaint.test(clause));
  const chosen = clauses[at] ?? clauses.findLast((clause) => wordsOf(clause).length > 1) ?? clauses.at(-1);
  if (chosen === undefined) return "";
  const cut = shortened(chosen);
  // `missing required field: priority`
  const detail = at >= 0 && cut === chosen ? (clauses[at + 1] ?? "") : "";
  return [cut, wordsOf(detail).length <= 2 ? detail : ""].join(" ").trim();
}
