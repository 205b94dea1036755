import { stem } from "./stem.ts";
import { stopWords } from "./stop-words.ts";

// Scripts written without spaces between words.
const unspaced = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const asciiRun = /[A-Za-z0-9_]+(?:[.'’][A-Za-z0-9_]+)*(?:\+\+|#)?/g;
const unicodeRun = new RegExp(
  String.raw`[${unspaced}]+|(?:(?![${unspaced}])[\p{L}\p{N}\p{M}_])+(?:[.'’](?:(?![${unspaced}])[\p{L}\p{N}\p{M}_])+)*(?:\+\+|#)?`,
  "gu",
);
const startsUnspaced = new RegExp(`^[${unspaced}]`, "u");
const hangul = /\p{Script=Hangul}/u;
const latinMarks = /(?<=\p{Script=Latin}\p{M}*)\p{M}/gu;
const camelBoundary = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const contraction = /['’](?:s|re|ve|ll|d|m|t)?$/;

/** Longer runs without a space are cut here: the segmenter's work grows with the square of the length. */
const segmentLength = 200;
const cacheLimit = 20_000;
const cache = new Map<string, readonly string[]>();

let segmenter: Intl.Segmenter | undefined;

function pairsOf(text: string): string[] {
  const letters = [...text];
  return letters.slice(1).map((letter, index) => `~${letters[index] ?? ""}${letter}`);
}

// The segmenter may cut two texts differently, so pairs of letters back it up.
function unspacedTerms(run: string): string[] {
  segmenter ??= new Intl.Segmenter("ja", { granularity: "word" });
  const terms: string[] = [];
  for (let start = 0; start < run.length; start += segmentLength) {
    const piece = run.slice(start, start + segmentLength);
    for (const { segment, isWordLike } of segmenter.segment(piece)) {
      if (isWordLike !== true || stopWords.has(segment)) continue;
      if (segment.length > 1 || /\p{Script=Han}/u.test(segment)) terms.push(segment);
    }
    for (const part of piece.match(/[\p{Script=Han}\p{Script=Thai}]{3,}/gu) ?? [])
      terms.push(...pairsOf(part));
  }
  return terms;
}

const isNumber = (word: string): boolean => /^\p{N}+$/u.test(word);
const isDigest = (word: string): boolean => /^(?=.*\d)[0-9a-f]{7,}$/.test(word) || word.length > 64;

function wordTerm(word: string): string | undefined {
  if (word.length < 2 || isNumber(word) || isDigest(word) || stopWords.has(word)) return undefined;
  return stem(word);
}

function spacedTerms(run: string): string[] {
  if (/^[cfj](?:\+\+|#)$/i.test(run)) return [run.toLowerCase()];
  const word = run
    .replace(/(?:\+\+|#)$/, "")
    .replace(contraction, "")
    .replace(/['’]/g, "");
  const folded = /[^\p{ASCII}]/u.test(word)
    ? word.normalize("NFD").replace(latinMarks, "").normalize("NFC")
    : word;
  const whole = folded.toLowerCase();
  if (stopWords.has(whole)) return [];
  const parts = folded.split(/[._]+/).flatMap((part) => part.split(camelBoundary));
  const terms: string[] = [];
  for (const part of parts) {
    const term = wordTerm(part.toLowerCase());
    if (term !== undefined) terms.push(term);
  }
  if (parts.length > 1 && terms.length > 0) {
    if (/[._]/.test(whole) && !parts.some(isNumber)) terms.push(whole.replace(/^_+|_+$/g, ""));
    else if (!/[._]/.test(whole)) terms.push(stem(whole));
  }
  if (hangul.test(whole) && whole.length > 2) terms.push(...pairsOf(whole));
  return terms;
}

function termsOf(run: string): readonly string[] {
  const known = cache.get(run);
  if (known !== undefined) return known;
  const terms = startsUnspaced.test(run) ? unspacedTerms(run) : spacedTerms(run);
  if (cache.size >= cacheLimit) cache.clear();
  if (run.length <= 64) cache.set(run, terms);
  return terms;
}

/**
 * The terms of a text in their order, repeated as in the text: lower case, stemmed, without function
 * words, numbers and digests. An identifier gives its parts and itself (`user_id`: `user`, `id`,
 * `user_id`); short tool names (`jq`, `go`, `ci`) stay. Text without spaces is cut into words, and into
 * pairs of letters marked with `~`.
 */
export function tokenise(text: string): string[] {
  const terms: string[] = [];
  const plain = /^\p{ASCII}*$/u.test(text);
  const runs = plain ? text.match(asciiRun) : text.normalize("NFKC").match(unicodeRun);
  for (const run of runs ?? []) for (const term of termsOf(run)) terms.push(term);
  return terms;
}

/**
 * Whether a term that no key knows may be overlooked: an identifier beside its parts, an id or code with
 * digits, a pair of letters. The absence of an ordinary word, by contrast, says that the query is about
 * something else.
 */
export function isSoftTerm(term: string): boolean {
  return /[~._\d]/.test(term);
}
