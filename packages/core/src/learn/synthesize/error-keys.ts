import { errorSignature } from "../../text/error-signature/error-signature.ts";
import type { Claim } from "../../types/claim.ts";
import type { SkillKeys } from "../../types/skill.ts";
import { abstractError } from "../abstract-text.ts";
import { createPlaceholders } from "../placeholders.ts";
import { holdsWord, replaceWord, searchText } from "../search-text.ts";
import type { ValueSources } from "../value-sources.ts";
import { writtenLine } from "../written-line.ts";
import { runValuesIn, type ToldTexts, toldTexts } from "./told-values.ts";

const mostKeys = 8;
const longestSymptom = 300;

/** Where values can come from, as far as a claim keeps it: its task. */
function sourcesOf(claims: readonly Claim[]): ValueSources {
  const tasks = searchText(claims.map(({ task }) => task).join("\n"));
  return {
    originOf: () => ({ from: "nowhere" }),
    outputHolds: () => false,
    inTask: (literal) => holdsWord(tasks, literal),
    fieldOf: () => undefined,
  };
}

function withoutValues(text: string, told: ToldTexts): string {
  const values = [...runValuesIn(text, told)].sort((a, b) => b.length - a.length);
  return values.reduce((left, literal) => replaceWord(left, { literal, by: "<value>", joins: "<>" }), text);
}

/** Whether a quote is a part of one of the errors; too little of one says nothing. */
function isOfError(quote: string, signatures: readonly string[]): boolean {
  const { text, generic } = errorSignature(quote);
  return !generic && signatures.some((signature) => signature.includes(text));
}

/** The errors by which a skill is found: those that its claims cite, and their quoted words without what belongs to one run. */
export function errorKeysOf(claims: readonly Claim[]): Pick<SkillKeys, "symptoms" | "signatures"> {
  const signatures = [...new Set(claims.flatMap((claim) => claim.signatures))].slice(0, mostKeys);
  const facts = { placeholders: createPlaceholders(), sources: sourcesOf(claims) };
  const told = toldTexts(claims);
  const symptoms = claims
    .flatMap(({ quotes }) => quotes.map(({ text }) => text))
    .filter((text) => isOfError(text, signatures))
    .map((text) => writtenLine(withoutValues(abstractError(text, facts), told)))
    .filter((text) => text !== "" && text.length <= longestSymptom);
  return { symptoms: [...new Set(symptoms)].slice(0, mostKeys), signatures };
}
