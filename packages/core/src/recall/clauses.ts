export interface Clause {
  readonly text: string;
  /** It says that something is not so, or in order: "no dispute is open", "the card is fine". */
  readonly denied: boolean;
}

const boundary =
  /(?<=[.!?;])\s+|\n+|(?<=[^\d]),\s+(?=(?:but|and|yet|so|while|though|although|whereas|because|since|as|no|not|nothing|nobody|none|neither|nor|without|only|just|the|it|its|he|she|they|we|i|our|his|her|my)\b)|\s+[-–—]\s+|:\s+|\s+(?=(?:but|yet|while|though|although|whereas|rather than|instead of|without|nor)\s)/giu;

// A failure is told with a negation as well, and there it is the matter itself.
const failure =
  /\b(?:can(?:'|no)?t|cannot|won'?t|will not|does(?:n'?t| not)|do(?:n'?t| not)|did(?:n'?t| not)|could(?:n'?t| not)|refus|reject|denied|declin|not (?:be|found|allowed|permitted|authori[sz]ed|defined|exported|supported|valid|available|match|contain|exist|work|show|start|open|let|accept|go|get|come|appear|arrive)|no (?:such|space|matching|longer|route|way|match|more|sign|trace|active)|never|nothing (?:happens|comes|arrives|shows)|not a |is not|are not|isn'?t (?:in|there|on|listed|known|trusted|found|allowed))/iu;

const denial =
  /\b(?:(?:is|are|was|were|'s|'re|looks?|seems?|stays?|runs?|works?|worked|all|itself|both|already|copes?)\s+(?:\w+\s+){0,2}?(?:fine|ok|okay|good|right|correct|valid|active|complete|solved|green|healthy|well|perfectly|in order|in place|there|the same|unchanged|intact|alright|up to date|in date|on time|approved)|no (?:incident|problem|issue|error|dispute|conflict|complaint|failure|limit|lock|rules?|trouble|fail\w+|stuck|outage|warning)\w*|nothing (?:is |was |has |are )?(?:wrong|broken|failed|fails|stuck|changed|blocked|rejected|missing|lost|expired)|nobody|none of|not (?:the|a|an|about|because|due|for|on|in|at|by|from|with|my|our|his|her|its)\b|isn'?t (?:involved|the|about|a|full|expired|broken|stuck)\b|aren'?t|hasn'?t|haven'?t|without|neither|nor|rather than|instead of|apart from|except|unlike|has no|have no|with no|is solved|is done|are done|didn'?t help|does(?:n'?t| not) (?:matter|help)|no\s+\w+\s+(?:is|are|was|were|has|had)\b)/giu;

/** The clauses of a text, in their order. */
export function clausesOf(text: string): readonly Clause[] {
  return text
    .split(boundary)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "")
    .map((clause) => ({ text: clause, denied: isDenied(clause) }));
}

function isDenied(clause: string): boolean {
  const rest = clause.replace(denial, " ");
  return rest !== clause && !failure.test(rest);
}

/**
 * What a text says is so. Two skills for one object are often told apart by what a request rules out, and the
 * words of what is ruled out speak for the wrong one. The whole text where next to nothing would be left.
 */
export function assertedText(text: string): string {
  const asserted = clausesOf(text)
    .filter(({ denied }) => !denied)
    .map((clause) => clause.text)
    .join("\n");
  return asserted.split(/\s+/).length < 3 ? text : asserted;
}
