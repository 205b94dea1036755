import { skillName } from "../../text/skill-file/skill-name.ts";
import type { ProcedureProposal } from "../../types/procedure.ts";
import type { Bullet, SectionName, SkillContent } from "../../types/skill.ts";
import { bulletId, code } from "../lesson-lines.ts";
import { isSameLine } from "../patch/same-line.ts";
import { holdsWord, searchText } from "../search-text.ts";
import { programsIn, runValuesIn } from "../synthesize/told-values.ts";
import { longestLine, writtenLine } from "../written-line.ts";
import type { AgreedSteps } from "./agreed-steps.ts";
import type { ProcedureAnswer } from "./procedure-answer.ts";

export interface ProcedureFacts {
  /** The lesson's key. */
  readonly key: string;
  /** Oldest first, all of one key. */
  readonly proposals: readonly ProcedureProposal[];
  readonly agreed: AgreedSteps;
}

const mostLines = 6;
const mostPhrases = 6;
const longestPhrase = 60;
const longestQuery = 120;
const longestDescription = 1_000;
const plainValue = /^[a-z]+$/;

/**
 * The skill that the words around a procedure make of it, or the sections that have no line. Steps and example are those of
 * the runs, whatever the answer says. Pure: equal input gives equal content, ids included.
 */
export function composeProcedure(
  answer: ProcedureAnswer,
  facts: ProcedureFacts,
): SkillContent | { readonly missing: readonly SectionName[] } {
  const { key, proposals, agreed } = facts;
  const [founder] = proposals;
  const check = founder?.check ?? "";
  const passes = check === "" ? [] : [`The check ${code(writtenLine(check))} passes.`];
  const sections: readonly (readonly [SectionName, readonly string[]])[] = [
    ["preconditions", [...(founder?.preconditions ?? []), ...written(answer.preconditions)]],
    ["procedure", agreed.steps],
    ["verification", [...passes, ...written(answer.verification)]],
    ["failure-modes", written(answer.failureModes)],
    ["scope", written(answer.scope)],
  ];
  const missing = sections.filter(([, lines]) => lines.length === 0).map(([section]) => section);
  if (missing.length > 0) return { missing };
  const bullets = sections.flatMap(([section, lines]) =>
    distinct(lines).map((text, at): Bullet => {
      // Two steps may read alike: "Run `npm test`." before and after.
      const role = section === "procedure" ? `step:${at}:${text}` : `line:${text}`;
      return { id: bulletId({ key, section, role }), section, text };
    }),
  );
  const { plain, hurried, question, symptom } = answer.queries;
  const { intent, object, constraints } = answer.signature;
  return {
    name: nameOf(answer, facts),
    description: cut(writtenLine(answer.description)) || agreed.steps[0] || "",
    kind: "procedure",
    bullets,
    keys: {
      appliesWhen: phrases(answer.appliesWhen, longestPhrase, proposals).slice(0, mostPhrases),
      symptoms: [],
      signatures: [],
      queries: phrases(inTurns([plain, hurried, question, symptom]), longestQuery, proposals),
      notFor: phrases(answer.notFor, longestQuery, proposals),
    },
    signature: {
      intent: writtenLine(intent),
      object: writtenLine(object),
      environment: "",
      constraints: constraints.map(writtenLine).filter((text) => text !== ""),
      notes: "",
    },
    example: agreed.example,
    uses: founder?.uses ?? [],
  };

  function distinct(lines: readonly string[]): readonly string[] {
    if (lines === agreed.steps) return lines;
    return lines.filter((line, at) => !lines.slice(0, at).some((other) => isSameLine(other, line)));
  }
}

/**
 * Values of the runs that stand in what a model wrote. `certain` ones name one thing; the others are plain words, which a
 * text may hold for another reason.
 */
export function valuesLeftInProcedure(
  content: SkillContent,
  { proposals, agreed }: ProcedureFacts,
): { readonly certain: readonly string[]; readonly possible: readonly string[] } {
  const steps = new Set(agreed.steps);
  const { name, description, bullets, signature } = content;
  const { intent, object, constraints } = signature;
  const lines = bullets.map(({ text }) => text).filter((text) => !steps.has(text));
  const texts = [name.replaceAll("-", " "), description, ...lines, intent, object, ...constraints];
  const found = [...new Set(texts.flatMap((text) => valuesIn(text, proposals)))];
  return {
    certain: found.filter((value) => !plainValue.test(value)),
    possible: found.filter((value) => plainValue.test(value)),
  };
}

function valuesIn(text: string, proposals: readonly ProcedureProposal[]): readonly string[] {
  const withoutNames = searchText(text.replace(/<[a-z][a-z0-9-]*>/g, " "));
  const bound = proposals.flatMap(({ values = [] }) => values);
  const told = {
    all: searchText(proposals.map(({ task }) => task).join("\n")),
    fields: new Set(bound.filter((value) => !plainValue.test(value))),
    signatures: searchText(""),
    programs: programsIn(proposals.flatMap(({ example }) => example.calls.map(({ skeleton }) => skeleton))),
  };
  const plain = bound.filter((value) => plainValue.test(value) && holdsWord(withoutNames, value));
  return [...runValuesIn(text, told), ...plain];
}

/** As many lines as a page holds, none that says nothing or is too long to be one. */
function written(lines: readonly string[]): readonly string[] {
  return lines
    .map(writtenLine)
    .filter((text) => /[\p{L}\p{N}]/u.test(text) && text.length <= longestLine)
    .slice(0, mostLines);
}

/** Phrases as keys: none that holds a value of one run, and none twice. */
function phrases(
  texts: readonly string[],
  longest: number,
  proposals: readonly ProcedureProposal[],
): readonly string[] {
  const kept = texts
    .map(writtenLine)
    .filter((text) => /\p{L}/u.test(text) && text.length <= longest)
    .filter((text) => valuesIn(text, proposals).length === 0);
  return [...new Set(kept)];
}

/** The first of each list, then the second of each: whatever is cut off later, every kind is left. */
function inTurns(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_unused, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

function nameOf({ subject }: ProcedureAnswer, { key, proposals, agreed }: ProcedureFacts): string {
  const plain = writtenLine(subject);
  const words = valuesIn(plain, proposals).length === 0 ? wordsOf(plain) : [];
  if (words.length > 0) return skillName(words);
  return skillName([...wordsOf(agreed.example.tool), key.replace(/^.*:/, "").slice(0, 8)]);
}

const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? [];

const cut = (text: string): string =>
  text.length <= longestDescription
    ? text
    : `${text.slice(0, longestDescription - 1).replace(/[\ud800-\udbff]$/, "")}…`;
