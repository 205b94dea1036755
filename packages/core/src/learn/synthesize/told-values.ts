import { isTechnicalWord, isWellKnownFile } from "../../text/error-signature/error-words.ts";
import type { Claim } from "../../types/claim.ts";
import { holdsWord, type SearchText, searchText } from "../search-text.ts";

/** What the runs told that a skill is made of, as far as anyone who writes it was shown it. */
export interface ToldTexts {
  readonly all: SearchText;
  /** Values of fields in quoted JSON. */
  readonly fields: ReadonlySet<string>;
  /** Normalised error texts: what stands in them is no value of one run. */
  readonly signatures: SearchText;
  /** Programs that the cited calls ran: a digit in its name makes no value of one run of it. */
  readonly programs: ReadonlySet<string>;
}

export function toldTexts(claims: readonly Claim[]): ToldTexts {
  const texts = claims.flatMap((claim) => [
    claim.task,
    claim.decision,
    claim.cause,
    claim.rule,
    claim.check,
    ...claim.triggers,
    ...claim.unknowns,
    ...claim.quotes.map(({ text }) => text),
  ]);
  const all = texts.join("\n");
  const fields = [...all.matchAll(/"[\w.-]{1,40}"\s*:\s*"([^"\n]{2,80})"/g)].flatMap(([, value]) =>
    value !== undefined && isNaming(value) ? [value] : [],
  );
  const signatures = searchText(claims.flatMap((claim) => claim.signatures).join("\n"));
  const skeletons = claims.flatMap(({ failedSkeletons = [], workingSkeleton = "" }) => [
    ...failedSkeletons,
    workingSkeleton,
  ]);
  return { all: searchText(all), fields: new Set(fields), signatures, programs: programsIn(skeletons) };
}

/** As a skeleton names its program first. One with more than two digits may be an id that stands where a program does. */
export function programsIn(skeletons: readonly string[]): ReadonlySet<string> {
  return new Set(
    skeletons.flatMap((skeleton) => {
      const [, program = ""] = /^\S+: (?:[A-Z_]+=\S* )*([a-z][\w-]*)(?= |$)/.exec(skeleton) ?? [];
      return program !== "" && program.replace(/\D/g, "").length <= 2 ? [program] : [];
    }),
  );
}

/** A field's value that names one thing: `Mia Li`, `2 Elm Street`; no code word and no constant. */
function isNaming(value: string): boolean {
  if (/^\p{Lu}[\p{Lu}_]*$/u.test(value)) return false;
  return /\d/.test(value) ? !isTechnicalWord(value) : /^\p{Lu}\p{Ll}/u.test(value);
}

/** Forms that are the values of one run whoever wrote them: nobody can have made up a right one. */
const alwaysValues: readonly RegExp[] = [
  /\b[a-z][a-z0-9+.-]*:\/\/(?!localhost\b|127\.0\.0\.1|0\.0\.0\.0|\[::1\])[^\s"'<>)\]`]+/gi,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi,
  /\b\d{4}-\d{2}-\d{2}\b/g,
  /\b(?!127\.0\.0\.1|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}\b/g,
  /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi,
  /\b[A-Za-z]+(?:_[A-Za-z]+)*_\d{3,}\b/g,
];
/** Forms that are values only where a run told them: a port, a path or an order number of that run. */
const toldValues: readonly RegExp[] = [
  /(?<![\w<>./\\-])(?:~|\.{1,2})?\/[^\s:"'<>|(),;\]`]+/g,
  /(?<![\w<>@/\\.-])(?:[\w.@-]+\/)+[\w.@-]+\b/g,
  /(?<![\w<>@/\\.-])[\w-]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|sql|csv|txt|md|json|ya?ml|toml|log|db|sqlite3?|pdf|xlsx?)\b/gi,
  /(?<![\w.<-])\d{3,}(?:[.,]\d+)?(?![\w>-])/g,
  /(?<![\w.])[$€£¥]\s?\d+(?:[.,]\d+)*/g,
  /(?<![\w<>-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)*(?![\w>-])/g,
];
const systemPath = /^\/(?:dev|etc|proc|sys|tmp|usr|var|bin|opt)(?:\/|$)/;
const errorCode = /^(?:e|ts|cs|err-?|ora-)\d{3,5}$/i;
const codeBefore =
  /\b(?:http|status|code|exit(?:ed|s)?(?: with)?(?: (?:code|status))?|errno|signal|error)\W{0,2}$/i;

const withoutPlaceholders = (text: string): string => text.replace(/<[\p{L}][\p{L}\p{N}_ -]{0,40}>/gu, " ");

function isCommon(literal: string, before: string): boolean {
  const base = literal.split("/").at(-1) ?? literal;
  if (isWellKnownFile(base) || systemPath.test(literal) || isTechnicalWord(literal)) return true;
  if (errorCode.test(literal)) return true;
  return /^\d{3}$/.test(literal) && codeBefore.test(before);
}

/**
 * Values of single runs in a text that is to hold for later ones: they are to be placeholders. Addresses, dates and ids are always
 * values; a path, a number or a name is one where the runs told it.
 */
export function runValuesIn(text: string, told: ToldTexts): readonly string[] {
  const searched = withoutPlaceholders(text);
  const found = new Set<string>();
  for (const pattern of alwaysValues) {
    for (const [literal] of searched.matchAll(pattern)) found.add(literal);
  }
  for (const pattern of toldValues) {
    for (const { 0: literal, index } of searched.matchAll(pattern)) {
      if (told.programs.has(literal) || !holdsWord(told.all, literal) || holdsWord(told.signatures, literal))
        continue;
      if (!isCommon(literal, searched.slice(Math.max(0, index - 24), index))) found.add(literal);
    }
  }
  const whole = searchText(searched);
  for (const value of told.fields) if (holdsWord(whole, value)) found.add(value);
  return [...found];
}
