const negation =
  /\b(?:never(?! mind)|do not|don['’]t|avoid\w*|must not|mustn['’]t|should not|shouldn['’]t|may not|cannot|can['’]t|not to|refus\w+|instead of|rather than|no longer|forbid\w*|stop\w*|prevent\w*|reject\w*|refrain\w*|block\w*|against|detect\w*|without|not|no|says?|said|called|asks? you to|tells? you to|such as|like|unless|warn(?:s|ed)?|beware|wary)\b[^,;:.!?\n—]*$|\bbefore (?:you |an? |the |any |every |each |run |use |running |using |doing |executing )*$/i;
const label =
  /^\W*(?:[\w ]{0,30}\b)?(?:warning|danger|dangerous|caution|anti-?pattern|bad|wrong|incident|attack(?:er)?s?|phishing|forbidden|not allowed|unsafe|never|don['’]t)\b[^.]{0,20}[:!]/i;
// A bare "is not" says nothing about the deed: "… is not part of this procedure" clears no command before it.
const verdictAfter =
  /\b(?:(?:is|are|was|were) (?:never|not|no)(?: an?| the)? (?:allowed|permitted|acceptable|ok(?:ay)?|safe|option|fix|solution|answer|substitute|way|good|right|correct|recommended|supported|instructions?|commands?|valid|approval|consent|proof|reason|excuse|a)\b|(?:is|are|was|were) (?:a mistake|dangerous|forbidden|wrong|an? (?:incident|attack|risk)|prohibited|unsafe|disabled|blocked|refused|rejected)\b|(?:must|should|may|can) (?:not|never)\b|cannot\b|(?:hides|masks) the (?:real|actual|mistake|problem|cause)|treat (?:it|them|that) as (?:data|text)|report (?:such|it|them)|removes the whole|overwrites the|do(?:es)? not (?:fix|help|solve)|needs? (?:a |an? owner|two |a second |the )*(?:change )?(?:tickets?|approvals?|people|person|sign-?off|owner)|requires? (?:two|a second|approval|sign-?off|a ticket)|(?:is|are) (?:reserved|only) for|(?:is|are) not to be|would (?:delete|remove|wipe|erase|destroy|drop|kill)|only hides|but (?:loses|hides)|can (?:delete|lose|destroy|wipe) (?:data|work|files)|may (?:break|install|remove|destroy)|will (?:break|destroy|erase)|no fix\b|only after\b|only when\b)/i;
const stopped =
  /\b(?:then|instead(?! of)|just|and (?:then )?(?:run|execute|use|do|go|send|delete|just)|but)\b/i;
// What one does with words that somebody else wrote.
const handling =
  /\b(?:quote (?:it|them|that)|reports?|flag\w*|treat(?:ed)?|refus\w+|declin\w+|reject\w*|tests?|tested|testing|expect\w*|detect\w*|inject\w*|attack\w*|malicious|suspicious|phishing|untrusted|escap\w+|strip\w*|saniti[sz]\w+|block\w*|tries to|attempts? to|payloads?|samples?|fixtures?|evaluat\w+|jailbreak|red[- ]team\w*|filters?|classif\w+|templates?|parser|delimiters?|tags?|signs? of|patterns?|regex|grep|phrases? such|prompts? such|inputs?|carry on with|go on with|is data|are data)\b/i;
const marks: Readonly<Record<string, string>> = {
  '"': '"',
  "`": "`",
  "“": "”",
  "«": "»",
  "‘": "’",
  "'": "'",
  "「": "」",
};

/**
 * Whether the words around a find speak against it: "never run …", "… must not be executed", "Dangerous: …".
 * A negation reaches to the next punctuation or turn of the sentence, so "do not wait, run …" warns of nothing.
 */
export function isWarnedAgainst(passage: string, start: number, end: number): boolean {
  const before = withoutCode(sentenceBefore(passage, start));
  const negated = negation.exec(before)?.[0];
  if (negated !== undefined && !stopped.test(negated) && negated.split(/\s+/).length <= 14) return true;
  if (label.test(before)) return true;
  return verdictAfter.test(sentenceAfter(passage, end));
}

/**
 * Whether a find stands between quotation marks as somebody else's words, in a sentence that says how to
 * handle such words. Longer quotations are not told apart from text that is meant.
 */
export function isMentioned(passage: string, start: number, end: number): boolean {
  for (let open = end - 1; open >= Math.max(0, start - 60); open -= 1) {
    const closing = marks[passage[open] ?? ""];
    if (closing === undefined || (open > 0 && /[\p{L}\p{N}]/u.test(passage[open - 1] as string))) continue;
    const close = passage.indexOf(closing, Math.max(open + 1, end - 1));
    if (close === -1 || close - open > 90 || passage.slice(open, close).includes("\n")) continue;
    const around = `${passage.slice(0, open)} ${passage.slice(close + 1)}`;
    return handling.test(around) && around.trim().length > 12;
  }
  return false;
}

function sentenceBefore(passage: string, start: number): string {
  const before = passage.slice(Math.max(0, start - 160), start);
  const cut = Math.max(
    before.lastIndexOf(". "),
    before.lastIndexOf("; "),
    before.lastIndexOf("\n"),
    before.lastIndexOf("! "),
  );
  return cut === -1 ? before : before.slice(cut + 1);
}

function sentenceAfter(passage: string, end: number): string {
  return /^[^\n]*?(?:[.!?](?:\s|$)[^.!?\n]{0,60}|$)/.exec(passage.slice(end, end + 200))?.[0] ?? "";
}

/** Commands inside code spans hold punctuation that ends no sentence. */
function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, "code").replace(/[`"'“”]/g, "");
}
