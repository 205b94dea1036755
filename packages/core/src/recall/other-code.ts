import { errorSignature } from "../text/error-signature/error-signature.ts";
import type { SkillContent } from "../types/skill.ts";

/** Kinds of codes by which programs number their errors; the first group is the code. Text is lower case. */
const kinds: readonly RegExp[] = [
  /\b(ts\d{4,5}|cs\d{4}|msb\d{4}|nu\d{4}|e0\d{3})\b/g,
  /\b(ora-\d{5}|aadsts\d+|pgrst\d+|sqlstate \w{5})\b/g,
  /\b(err_[a-z0-9_]{3,})\b/g,
  /\b(e(?:noent|acces|perm|exist|mfile|nospc|pipe|addrinuse|addrnotavail|connrefused|connreset|connaborted|timedout|notempty|isdir|notdir|busy|xdev|notfound|ai_again|hostunreach|rofs|401|403|404|409|429|resolve|usage|integrity|jsonparse|target))\b/g,
  /\[(?:errno|winerror) (\d+)\]/g,
  /\bcurl: \((\d+)\)/g,
  /\b(?:http(?:\/\d(?:\.\d)?)?|status(?: code)?|returned error:) ([1-5]\d\d)\b/g,
  /\b([45]\d\d):? (?:bad request|unauthori[sz]ed|forbidden|not found|conflict|gone|too many requests|internal server error|bad gateway|service unavailable)/g,
  // The class of an exception, without its package.
  /(?<![a-z0-9_])([a-z][a-z0-9_]{2,60}(?:exception|error)):/g,
  /\bexit(?:ed)?(?: with)?(?: code| status)? (\d+)\b/g,
];

/** The codes of each kind that a text bears. */
export type ErrorCodes = readonly ReadonlySet<string>[];

const none: ReadonlySet<string> = new Set();

/** The codes in a normalised text. */
export function codesOf(text: string): ErrorCodes {
  return kinds.map((kind) => {
    let codes: Set<string> | undefined;
    for (const [, code = ""] of text.matchAll(kind)) codes = (codes ?? new Set()).add(code);
    return codes ?? none;
  });
}

/** A skill's, read once: an error is held against a dozen skills, each time it comes up. */
const recorded = new WeakMap<SkillContent, ErrorCodes>();

function recordedCodes(content: SkillContent): ErrorCodes {
  const before = recorded.get(content);
  if (before !== undefined) return before;
  const codes = codesOf(recordedText(content));
  recorded.set(content, codes);
  return codes;
}

/** Signatures are normalised already; a skill that a person wrote may have symptoms alone. */
function recordedText({ keys }: SkillContent): string {
  const texts = keys.signatures.filter((text) => text.includes(" "));
  return (texts.length > 0 ? texts : keys.symptoms.map((symptom) => errorSignature(symptom).text)).join("\n");
}

/**
 * Whether an error bears a code where all that a skill has recorded bears another one of the same kind: then
 * it is another error, however many words they share. `codes` are those of the error's normalised text.
 */
export function bearsOtherCode(content: SkillContent, codes: ErrorCodes): boolean {
  if (codes.every(({ size }) => size === 0)) return false;
  const known = recordedCodes(content);
  return codes.some((found, kind) => {
    const others = known[kind] ?? none;
    return found.size > 0 && others.size > 0 && ![...found].some((code) => others.has(code));
  });
}
