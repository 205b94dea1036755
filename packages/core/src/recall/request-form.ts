/** What the form of a request tells of its kind: counts and yes or no, each a weak hint that others outweigh. */
export interface RequestForm {
  /** Something of the speaker's own, or of somebody known, is spoken of. */
  readonly own: number;
  /** Work is asked for. */
  readonly asks: number;
  /** Files, ids, numbers, quotes: a single case and not a thing in general. */
  readonly specifics: number;
  /** It happened at a time. */
  readonly incident: boolean;
  /** Words of a question that wants to know and nothing done. */
  readonly knowledge: number;
  /** A whole sentence asks what something is, means or is for. */
  readonly asksToKnow: boolean;
  /** Something is to be made up: its kind is named as the thing to make. */
  readonly makesUp: boolean;
  /** Something is to be made from nothing. */
  readonly brandNew: boolean;
  readonly question: boolean;
  /** Thanks, a farewell, another subject: what was talked of is over. */
  readonly closes: boolean;
}

const own =
  /\b(?:our|my|we|us|we'(?:re|ve|ll|d)|i'(?:ve|m)|mine|ours|i (?:have|get|got|tried|need|can)|he|she|her|his|they|their|the (?:customer|client|buyer|guest|colleague|boss|team|pipeline|job|build|deployment|pod|service|server|traveller|passenger))\b/giu;
const asks =
  /\b(?:can you|could you|would you|will you|please|pls|plz|help me|help us|i need|we need|i want|we want|i'd like|fix|get (?:it|this|that|them|the|our|my|him|her|us|me)\b|make (?:it|this|sure|them|the)\b|sort (?:it|this|that|out)|needs? to|has to|have to|must|should|bring|let (?:it|them|him|her|us)|do (?:that|it|this)|how do (?:i|we)|how can (?:i|we)|what (?:can|should|do) (?:i|we)|and can|go ahead|put (?:it|this|him|her|them))\b/giu;
const specifics =
  /(?:[\w-]+\.[a-z]{2,4}\b|`[^`]+`|"[^"]+"|'[^']{2,}'|\b[\w-]*\d[\w.-]*\b|\b\w+[/_][\w/.-]+|\b[A-Z]{2,}[_A-Z0-9-]*\b)/gu;
const incident =
  /\b(?:since|after|yesterday|today|this morning|last (?:week|night|month|year)|tonight|on (?:monday|tuesday|wednesday|thursday|friday)|now|again|suddenly|every time|each time|keeps?|just (?:got|now)|ever since|for days|these days|at the moment|still)\b/iu;
const knowledge =
  /\b(?:differ(?:ences?|s)?|distinctions?|explain|definition|define|under the hood|in (?:simple|plain|a few|general|theory|short)|history|who (?:invented|came up|wrote|designed|first|decides|owns|is behind)|(?:invented|introduced|designers?)|how (?:does|do|is|are|did) (?!i\b|we\b|you\b)[\p{L}'-]+|why (?:is it|is an?|are there|does one|do people|do (?:most|many|some)|did they)|keep (?:mixing|confusing)|mixing them up|compared? (?:to|with)|versus|vs\.?|pros and cons|brief(?:ly)?|overview|curious|wonder(?:ing|ed)?|learn about|understand|standardi[sz]ed|since (?:which|when)|in layman|stands? for|mean(?:s|t)?|called|purpose|concept|legal)\b/giu;
const lead =
  "(?:(?:please|can you|could you|hey|hi|hello|ok|so|and|but|just|quick question|question|tell me|explain|i wonder|i'd like to know|remind me)[,:!]? )*";
const toKnow = new RegExp(
  String.raw`^${lead}(?:what(?:'s| is| are| was| were| does| do| did| makes| kind)\b(?! (?:wrong|the (?:right|best|correct) way|i\b|we\b|broken|left|needed))|who\b|when (?:was|were|did|is)\b|which\b|where (?:is|are|does|do)\b|why (?:is|are|was|were|do|does|did|doesn't|don't)\b(?! (?:our|my|we|i|this|it)\b)|how (?:does|do|is|are|did|much|many|long)\b(?! (?:i|we|you)\b)|is\b|are\b|does\b|explain\b|describe\b|define\b|summari[sz]e\b|compare\b)`,
  "iu",
);
const artefact =
  "(?:poem|haiku|sonnet|limerick|song|lyrics|rap|story|tale|joke|riddle|novel|essay|toast|slogan|tagline|screenplay|ballad|verse|rhyme|anecdote|logo|mascot|poster|infographic|diagram|illustration|cartoon|comic|drawing|sketch|icon|sticker|t-?shirt|slide ?deck|slide|presentation|talk|workshop|quiz|crossword|bingo|(?:board |card )?game|blog ?post|article|newsletter|leaflet|flyer|brochure|booklet|video|podcast|parody|satire|monologue|dialogue|speech|toy|prank|name|idea|theme|fantasy|greeting|invitation|cake|back-cover text|headline|press release|(?:landing|welcome|home) ?page|tutorial|cheat ?sheet|course|lesson plan|exam|playground|curriculum|caption|metaphor|analogy|interview|letter|review)s?";
const maker =
  "(?:write|compose|draw|design|invent|draft|sketch|think up|come up with|make up|imagine|brainstorm|paint|illustrate|create|build|generate|name|propose|suggest|produce|develop|prototype|tell|make|give|do)";
// The thing to make, and not a word beside another noun: "the logo upload" is no logo.
const makesUp = new RegExp(
  String.raw`(?:^|[.!?;:,\n]\s*|\b(?:please|you|to|and|just) )${maker}\b[^.!?\n]{0,60}?(?<![-\w'"./])${artefact}(?![-\w'"./])(?=\s*(?:$|[.,;:!?)]|(?:about|of|for|on|in|that|which|with|where|who|from|to|and|showing|explaining|titled|called|whose|as|at|between|set|idea)\b))|^(?:an? |some |the |one )?(?:short |funny |little |quick )?(?:poem|haiku|limerick|ideas?|poster|slogan|quiz)\b(?= (?:about|for|on|of)\b)|\bname ideas\b`,
  "iu",
);
const brandNew =
  /\b(?:brand[- ]?new|from scratch|greenfield|weekend (?:project|experiment)|side project|proof of concept|clone of|fictional|imaginary|(?:build|design|create|develop|write|make|invent) (?:me |us )?(?:a|an|some) (?:new |small |tiny |nice |simple |little |cute |funny |fun |toy |own )+\w+)\b/iu;
const closes =
  /\b(?:thanks?|thank you|cheers|that's all|that is all|that'll be all|forget (?:it|that|this|about)|never ?mind|no need|leave (?:it|that|this)|you're (?:the best|a star|great)|stop here|confirmed|has arrived|it's (?:in|there|done)|have a (?:nice|good)|enjoy your|scrap that|cancel that|drop it|stop there|enough for|good night|goodbye|bye|see you|works now|all good|solved|joke|weather|different (?:topic|question|thing)|something else|other (?:topic|question)|by the way|unrelated|i'll do it|did it myself|already (?:done|fixed)|nope|don't bother|not needed)\b/iu;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Reads the form of a request. */
export function requestForm(text: string): RequestForm {
  const sentences = text.split(/(?<=[.!?])\s+|\n+/);
  return {
    own: count(text, own),
    asks: count(text, asks),
    specifics: count(text, specifics),
    incident: incident.test(text),
    knowledge: count(text, knowledge),
    asksToKnow: sentences.some((sentence) => toKnow.test(sentence.trim())),
    makesUp: makesUp.test(text),
    brandNew: brandNew.test(text),
    question: text.includes("?"),
    closes: closes.test(text),
  };
}
