import { SECTIONS } from "../../text/skill-file/skill-body.ts";
import { skillName } from "../../text/skill-file/skill-name.ts";
import { tokenise } from "../../text/tokens/tokens.ts";
import type { Claim } from "../../types/claim.ts";
import type { Bullet, Example, Mistake, SectionName, SkillContent } from "../../types/skill.ts";
import { bulletId } from "../lesson-lines.ts";
import { isSameLine } from "../patch/same-line.ts";
import { longestLine, writtenLine } from "../written-line.ts";
import { errorKeysOf } from "./error-keys.ts";
import type { SkillAnswer } from "./skill-answer.ts";
import { runValuesIn, type ToldTexts, toldTexts } from "./told-values.ts";

export interface SkillFacts {
  /** The lesson's key. */
  readonly key: string;
  /** Oldest first. */
  readonly claims: readonly Claim[];
  readonly example?: Example | undefined;
  readonly mistake?: Mistake | undefined;
}

const longestDescription = 1_000;
const longestQuery = 120;
const longestPhrase = 60;
const mostLines = 8;
const mostPhrases = 6;

/**
 * The skill that an answer becomes, or the sections that it leaves out. Equal input gives equal content, ids included: they
 * are made of what the lines say. The queries are all that were written, and are yet to be ranked (`pickQueries`).
 */
export function composeSkill(
  answer: SkillAnswer,
  facts: SkillFacts,
): SkillContent | { readonly missing: readonly SectionName[] } {
  const bullets = SECTIONS.flatMap(({ name }) => bulletsOf(name, answer, facts));
  const missing = SECTIONS.map(({ name }) => name).filter(
    (name) => !bullets.some(({ section }) => section === name),
  );
  if (missing.length > 0) return { missing };
  const { claims, example, mistake } = facts;
  const told = toldTexts(claims);
  const { queries, intent, object, constraints } = { ...answer, ...answer.signature };
  return {
    name: nameOf(answer, facts, told),
    description: cut(writtenLine(answer.description), longestDescription) || bullets[0]?.text || "",
    kind: "root-cause",
    bullets,
    keys: {
      appliesWhen: phrases(answer.appliesWhen, { told, longest: longestPhrase }).slice(0, mostPhrases),
      ...errorKeysOf(claims),
      queries: phrases(inTurns([queries.plain, queries.hurried, queries.question, queries.symptom]), {
        told,
        longest: longestQuery,
      }),
      notFor: phrases(answer.notFor, { told, longest: longestQuery }),
    },
    signature: {
      intent: writtenLine(intent),
      object: writtenLine(object),
      environment: environmentOf(claims),
      constraints: constraints.map(writtenLine).filter((text) => text !== ""),
      notes: "",
    },
    ...(example !== undefined && { example }),
    ...(mistake !== undefined && { mistake }),
    uses: [],
  };
}

/** All that of a skill could hold a value of one run: its example and its error texts are abstracted already. */
export function valuesLeftIn(content: SkillContent, claims: readonly Claim[]): readonly string[] {
  const { description, bullets, signature } = content;
  const { intent, object, constraints } = signature;
  const texts = [description, ...bullets.map(({ text }) => text), intent, object, ...constraints];
  const told = toldTexts(claims);
  return [...new Set(texts.flatMap((text) => runValuesIn(text, told)))];
}

function bulletsOf(section: SectionName, answer: SkillAnswer, facts: SkillFacts): readonly Bullet[] {
  const kept: string[] = [];
  for (const raw of answer[section === "failure-modes" ? "failureModes" : section]) {
    const text = writtenLine(raw);
    const isLine = /[\p{L}\p{N}]/u.test(text) && text.length <= longestLine;
    if (isLine && kept.length < mostLines && !kept.some((other) => isSameLine(other, text))) kept.push(text);
  }
  if (section === "procedure" && kept.length > 0) kept.unshift(...discoverySteps(kept, facts.claims));
  return kept.map((text) => ({
    id: bulletId({ key: facts.key, section, role: `line:${text}` }),
    section,
    text,
  }));
}

/** What no run showed is found out first; where the answer has no step for it, one is put before the others. */
function discoverySteps(lines: readonly string[], claims: readonly Claim[]): readonly string[] {
  const unknowns = [...new Set(claims.flatMap((claim) => claim.unknowns.map(writtenLine)))];
  return unknowns
    .filter((unknown) => unknown !== "" && !lines.some((line) => isAbout(line, unknown)))
    .map((unknown) => `Find this out first, and do not guess it: ${unknown}`)
    .filter((line) => line.length <= longestLine);
}

/** Whether a line has most of the words of what is unknown. */
function isAbout(line: string, unknown: string): boolean {
  const words = [...new Set(tokenise(unknown))];
  const said = new Set(tokenise(line));
  return words.filter((word) => said.has(word)).length * 2 > words.length;
}

function nameOf({ subject }: SkillAnswer, { claims, key }: SkillFacts, told: ToldTexts): string {
  const plain = writtenLine(subject);
  const words = runValuesIn(plain, told).length === 0 ? tokensOf(plain) : [];
  if (words.length > 0) return skillName(words);
  const [tool = ""] = claims.flatMap(({ tools }) => tools);
  return skillName([...tokensOf(tool), key]);
}

const tokensOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? [];

/** Phrases as keys: none that holds a value of one run, and none twice. */
function phrases(
  texts: readonly string[],
  { told, longest }: { readonly told: ToldTexts; readonly longest: number },
): readonly string[] {
  const kept = texts
    .map(writtenLine)
    .filter((text) => text.length <= longest && tokenise(text).length > 0)
    .filter((text) => runValuesIn(text, told).length === 0);
  return [...new Set(kept)];
}

/** The first of each list, then the second of each: whatever is cut off later, every kind is left. */
function inTurns(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_unused, at) => lists.flatMap((list) => list[at] ?? [])).flat();
}

/** Facts that all runs have in common. */
function environmentOf(claims: readonly Claim[]): string {
  const [first, ...others] = claims.map(({ environment }) => environment);
  return Object.entries(first ?? {})
    .filter(([name, value]) => others.every((other) => other[name] === value))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join(", ");
}

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
