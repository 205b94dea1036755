import { redactText } from "../../guard/redact.ts";
import { shortHash } from "../../text/hash.ts";
import { skillName } from "../../text/skill-file/skill-name.ts";
import type { Lesson } from "../../types/lesson.ts";
import type { Environment, Scope } from "../../types/scope.ts";
import type { Bullet, SectionName, SkillContent } from "../../types/skill.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import { bulletId } from "../lesson-lines.ts";
import type { PrincipleSource } from "./principle-sources.ts";
import type { PrincipleAnswer } from "./principles-answer.ts";

/** How the names of principles begin; by this they are told from other skills. */
export const principlePrefix = "principle-";

const mostSignatures = 8;
const mostQueries = 8;
/** Far beyond the lessons that a trace teaches by itself: ids of events are made of trace and index. */
const firstIndex = 1_000;

/** The name a principle gets: equal titles are one principle. */
function principleName(title: string): string {
  return skillName(["principle", redactText(title).text]);
}

/**
 * A principle as a skill like any other: created from one run for each lesson, unverified unless all of its runs were, under
 * what their environments share. It is found by the errors behind its claims, those of most claims first, and by its queries.
 */
export function composePrinciple(
  answer: PrincipleAnswer,
  { cited, scope }: { readonly cited: readonly PrincipleSource[]; readonly scope: Scope },
): WrittenSkill | undefined {
  const [founding] = cited;
  if (founding === undefined) return undefined;
  const key = `principle:${shortHash(cited.map(({ id }) => id).join("\n"))}`;
  const environment = sharedFacts(cited.map(({ claim }) => claim.environment));
  const content = contentOf(answer, { key, cited, environment });
  const verified = cited.every(({ claim }) => claim.verified);
  const lessons = firstOfEachRun(cited).map(
    ({ claim }): Lesson => ({
      kind: "root-cause",
      key,
      scope,
      traceId: claim.traceId,
      ...(claim.runId !== undefined && { runId: claim.runId }),
      index: firstIndex + Number.parseInt(shortHash(key, 6), 16),
      task: claim.task,
      environment,
      content,
      quotes: claim.quotes,
      verified,
      holds: [],
      transient: false,
    }),
  );
  const { task, traceId } = founding.claim;
  return {
    action: "create",
    lessons,
    rerun: { task, environment, context: {}, traceId },
    claimIds: cited.map(({ id }) => id),
  };
}

function contentOf(
  answer: PrincipleAnswer,
  facts: {
    readonly key: string;
    readonly cited: readonly PrincipleSource[];
    readonly environment: Environment;
  },
): SkillContent {
  const { key, cited, environment } = facts;
  const sections: readonly (readonly [SectionName, readonly string[]])[] = [
    ["preconditions", answer.preconditions],
    ["procedure", answer.procedure],
    ["verification", answer.verification],
    ["failure-modes", answer.failureModes],
    ["scope", answer.scope],
  ];
  const title = clean(answer.title);
  return {
    name: principleName(answer.title),
    description: clean(answer.description),
    kind: "root-cause",
    bullets: sections.flatMap(([section, texts]) => bulletsOf(texts, { key, section })),
    keys: {
      appliesWhen: [title],
      symptoms: [],
      signatures: commonest(cited.flatMap(({ claim }) => [...new Set(claim.signatures)])),
      queries: [...new Set(answer.queries.map(clean))].filter((query) => query !== "").slice(0, mostQueries),
      notFor: [],
    },
    signature: {
      intent: title,
      object: "",
      environment: Object.entries(environment)
        .map(([name, value]) => `${name}=${value}`)
        .toSorted()
        .join(", "),
      constraints: [],
      notes: "",
    },
    uses: [],
  };
}

function bulletsOf(
  texts: readonly string[],
  { key, section }: { readonly key: string; readonly section: SectionName },
): readonly Bullet[] {
  const said = [...new Set(texts.map(clean))].filter((text) => text !== "");
  return said.map((text) => ({ id: bulletId({ key, section, role: text }), section, text }));
}

/** A line is one line, and what a model wrote is kept without the secrets it repeated. */
function clean(text: string): string {
  return redactText(text.replace(/\s+/g, " ").trim()).text;
}

function firstOfEachRun(cited: readonly PrincipleSource[]): readonly PrincipleSource[] {
  return cited.filter(({ run }, index) => cited.findIndex((one) => one.run === run) === index);
}

function sharedFacts(environments: readonly Environment[]): Environment {
  const [first = {}, ...rest] = environments;
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) => rest.every((one) => one[name] === value)),
  );
}

function commonest(texts: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  const sorted = [...counts].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
  return sorted.slice(0, mostSignatures).map(([text]) => text);
}
