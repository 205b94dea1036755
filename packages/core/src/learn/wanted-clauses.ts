const wish =
  /(?<![\p{L}\p{N}])(?:(?:(?:you|i|we)(?:['’]d)?|and)\s+(?:(?:also|really|just|now|then|only|actually|would|still)\s+)*(?:(?:want|wish|need|like|prefer|hope|intend|plan|have(?=\s+to\b)|are(?=\s+to\b)|(?:are|am)\s+(?:looking|trying|calling|here|asked))\s+(?:you\s+)?(?:(?:to|for)\s+)?|(?:must|should)\s+(?!not\b))|your\s+(?:task|job|goal|mission|objective)\s+is\s+(?:to\s+)?)/giu;
// A role given to the reader or told of the writer, and what is so about that person.
const story =
  /^\s*(?:you(?:['’]re|\s+(?:are|were|have|live|work|will|do|don['’]?t|can|should|think|believe|know|remember|recently|just|only|also|already|prefer|like|want|need))\b|your\b|in\s+your\b|if\s+(?:the|you|it|that)\b|(?:hi|hello|hey)\b|i(?:['’]m|\s+am)\b|my\s+name\b)/iu;
const introductions: readonly RegExp[] = [
  /^\s*you\b[^.!?]*\band\s+(?:you\s+)?(?:want|need|wish)\b/i,
  /(?:^\s*|[.!?]\s+)(?:you(?:['’]re|\s+are)\b|your\s+(?:name|user|role|e-?mail)\b|my\s+name\b)/i,
  /(?:^\s*|[.!?]\s+)(?:(?:Hi|Hello|Hey)(?:\s+there)?[,.!]?\s+)?I(?:['’]m|\s+am)\s+\p{Lu}/u,
];

const longestStory = 8000;

const sentencesOf = (text: string): readonly string[] => text.split(/(?<=[.!?])\s+(?=\S)|\n+/);
const wordCount = (text: string): number => (text.match(/\p{L}+/gu) ?? []).length;

/** What a sentence says is wanted, one text a wish. */
function wishesIn(sentence: string): readonly string[] {
  const starts = [...sentence.matchAll(wish)];
  return starts.map((start, index) => {
    const from = start.index + start[0].length;
    const tail = sentence.slice(from, starts[index + 1]?.index ?? sentence.length);
    return tail.replace(/[\s,;]+(?:(?:and|but|so|because|since|as|that|which|if)[\s,]*)?$/i, "");
  });
}

/**
 * Of a task that introduces a person ("You are …, you want to …") the clauses that say what is wanted, else the
 * sentences that are no narration, which may be none. A task that introduces nobody comes back as it is: all
 * of it is the task.
 */
export function wantedClauses(task: string): string {
  // A dozen words are taken in the end, and a document may hang on the task.
  const text = task.slice(0, longestStory).replace(/[^\S\n]+/g, " ");
  if (!introductions.some((pattern) => pattern.test(text))) return task;
  const sentences = sentencesOf(text);
  const wishes = sentences.flatMap(wishesIn).filter((clause) => wordCount(clause) >= 2);
  if (wishes.length > 0) return wishes.map((clause) => `${clause.replace(/[.!?]+$/, "")}.`).join(" ");
  return sentences.filter((sentence) => !story.test(sentence)).join(" ");
}
