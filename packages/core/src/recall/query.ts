import { remembered } from "../text/remembered.ts";
import { isSoftTerm, tokenise } from "../text/tokens/tokens.ts";
import { assertedText } from "./clauses.ts";
import { taskText } from "./task-text.ts";

/** One term of a query, in the shape the index takes. */
export interface RecallTerm {
  readonly term: string;
  readonly weight: number;
  readonly role: "expected" | "soft" | "bonus";
}

export interface TaskQuery {
  /** What is searched for, without our own text. */
  readonly text: string;
  /** Of `assertedText`. */
  readonly asserted: string;
  /** Those of what is asserted. */
  readonly terms: readonly RecallTerm[];
  /** The last turn alone. */
  readonly turn: string;
  /** True when the turn before was taken in. */
  readonly inherited: boolean;
}

const maximumTerms = 80;

// Words of nearly every task, whatever it is about: they help to choose and say little when they miss.
const everydayWords = new Set(
  tokenise(`add allow ask begin bring call change check come create do ensure file fix follow give go handle help
  item job keep know leave let line list look make mean move name new old open part place put read remove run
  say see set show start stop take task thing time turn update use way work write wait colleague people team
  project code user data issue problem error fail work correct wrong right first last next today tomorrow good
  bad big small whole full other others own same different still again back`),
);
const everydayWeight = 0.4;

const fencedCode = /```[\s\S]*?(?:```|$)/g;
const emailOrUrl = /(?<![\w.+-])[\w.+-]{1,80}@[\w-]+(?:\.[\w-]+)+|\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>)\]]+/gi;
const quotedText =
  /(?<![\p{L}\p{N}])(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|`([^`\n]{1,300})`|“([^”\n]{1,300})”|«([^»\n]{1,300})»|「([^」\n]{1,300})」)(?![\p{L}\p{N}])/gu;
const namedThing =
  /(?<![\p{L}\p{N}_~.@-])(?:[\p{L}\p{N}_~.@-]{0,80}[/\\])+[\p{L}\p{N}_.@-]*|(?<![\p{L}\p{N}_])[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)+|(?<!\S)\S*\d\S*/gu;

/**
 * The terms of a text. Names of single things (quoted words, files, addresses, ids, compounds) are soft:
 * they may match, and nobody expects a skill to know them. A run's task is read again for each of its errors.
 */
export const termsOfText: (text: string) => readonly RecallTerm[] = remembered(readTerms, {
  kept: 16,
  longest: 6_000,
});

function readTerms(text: string): readonly RecallTerm[] {
  const soft = new Set<string>();
  const takeOut = (found: string): string => {
    for (const term of tokenise(found)) soft.add(term);
    return " ";
  };
  // Most tasks hold little of this, and to see that costs next to nothing.
  let plain = text.includes("@") || text.includes("://") ? text.replace(emailOrUrl, " ") : text;
  if (plain.includes("```")) plain = plain.replace(fencedCode, takeOut);
  if (/["'`“«「]/.test(plain)) plain = plain.replace(quotedText, takeOut);
  if (/[/\\.\-\d]/.test(plain)) plain = plain.replace(namedThing, takeOut);
  const terms = new Map<string, RecallTerm>();
  for (const term of tokenise(plain)) {
    const weight = everydayWords.has(term) ? everydayWeight : 1;
    terms.set(term, { term, weight, role: isSoftTerm(term) ? "soft" : "expected" });
  }
  for (const term of soft) if (!terms.has(term)) terms.set(term, { term, weight: 1, role: "soft" });
  return [...terms.values()].slice(0, maximumTerms);
}

const followUp =
  /^(?:yes|yep|yeah|y|ok|okay|sure|fine|right|please|do (?:it|that|so)|go(?: ahead| on)?|continue|proceed|carry on|again|retry|try again|same|next|thanks?|thank you|great|perfect|sounds good|and now|now|ja|klar|weiter|mach(?: das)?|oui|vas-y|sí|si|dale|sigue|да|давай|хорошо|продолжай|ещё раз|はい|お願いします|続けて|もう一度|好的?|继续|可以)\b/iu;
const unspacedFollowUp = /^(?:はい|お願い|続けて|もう一度|好|继续|可以|да|давай|продолжай)/u;

function isFollowUp(text: string, terms: readonly RecallTerm[]): boolean {
  const telling = terms.filter((term) => term.role === "expected" && term.weight === 1).length;
  if (telling === 0) return true;
  return telling <= 2 && text.length <= 60 && (followUp.test(text) || unspacedFollowUp.test(text));
}

// Words that point at something said before, or go on with it.
const pointsBack =
  /^(?:and|but|so|then|now|also|fine|alright|right|good|great|perfect|works|looks|agreed|call it|here's|number|use)\b|\b(?:it|that|this|them|those|these|same|others?|both|ones?|there|too|as well|then|instead|also|either|proceed|carry on|go (?:on|ahead)|continue|option|and go|now)\b/iu;

/** Words up to which a turn may be a mere continuation of the one before. */
const shortTurn = 18;
/** Turns taken in: what is talked of now seldom began earlier. */
const turnsTakenIn = 3;

/**
 * What a task may ask for, in the order to try: the last user turn by itself where it says something, and, where
 * it is short, together with the turns before it (case AI14). Empty when there is nothing to search for.
 */
export function taskQueries(request: {
  readonly task: unknown;
  readonly history?: readonly string[];
}): readonly TaskQuery[] {
  const turn = taskText(request.task);
  const terms = termsOfText(turn);
  const query = (text: string, inherited: boolean): TaskQuery => {
    const asserted = assertedText(text);
    return { text, asserted, terms: asserted === turn ? terms : termsOfText(asserted), turn, inherited };
  };
  const saysLittle = isFollowUp(turn, terms);
  const goesOn = saysLittle || (turn.split(/\s+/).length <= shortTurn && pointsBack.test(turn));
  const before = goesOn ? turnsBefore(request.history ?? []) : [];
  if (before.length === 0) return terms.length === 0 ? [] : [query(turn, false)];
  const inherited = query([...before, turn].join("\n"), true);
  return saysLittle ? [inherited] : [query(turn, false), inherited];
}

function turnsBefore(history: readonly string[]): readonly string[] {
  return history
    .map(taskText)
    .filter((text) => !isFollowUp(text, termsOfText(text)))
    .slice(-turnsTakenIn);
}
