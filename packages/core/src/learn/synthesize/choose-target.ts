import type { NearSkill } from "../../ports/skill-finder.ts";
import { scopeKey } from "../../text/scope-key.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { SkillContent } from "../../types/skill.ts";
import { isSameLine, wordOverlap } from "../patch/same-line.ts";
import { claimsOf, lessonKeyOf, proposalsOf } from "./support-facts.ts";

/** From here on two bodies are the same skill: of all words of both, so many are in both. */
const SAME_BODY = 0.6;
const LEAST_SCORE = 0.6;
const LEAST_COSINE = 0.85;
/** Found by fewer keys than this a skill is near everything that has its one word. */
const LEAST_KEYS = 3;
/** A rule and a line are worded by two hands. */
const SAME_RULE = 0.6;

export interface ChosenTarget {
  readonly target?: NearSkill;
  /** Whether the skill is given another run's evidence and no other text. */
  readonly saysIt: boolean;
  readonly why: string;
}

type Rule = readonly [why: string, fits: (near: NearSkill) => boolean];

/**
 * The skill that a lesson belongs to, where there is one: a skill that is nearly there already is not written a second time. Only
 * of the very same scope, so that words of one user do not reach others; none that is retired, or passes by itself.
 * `near` is in order of nearness, and the first that fits the surest rule is taken.
 */
export function chooseTarget(support: readonly StoredClaim[], near: readonly NearSkill[]): ChosenTarget {
  const own = support[0];
  if (own === undefined) return { saysIt: false, why: "there is no claim" };
  const eligible = near.filter(
    ({ head, served }) =>
      scopeKey(head.scope) === scopeKey(own.scope) &&
      head.status !== "retired" &&
      served.expiresAt === undefined,
  );
  for (const [why, fits] of rulesFor(support)) {
    const target = eligible.find(fits);
    if (target === undefined) continue;
    return { target, saysIt: saysAlready(support, target), why };
  }
  return { saysIt: false, why: "no skill is near" };
}

/** A skill whose lines are those of a fresh draft: whatever it is found by, it is the same skill. */
export function findTwin(
  draft: SkillContent,
  support: readonly StoredClaim[],
  near: readonly NearSkill[],
): NearSkill | undefined {
  const own = support[0];
  return near.find(
    ({ head, served }) =>
      own !== undefined &&
      scopeKey(head.scope) === scopeKey(own.scope) &&
      head.status !== "retired" &&
      served.content.kind === draft.kind &&
      wordOverlap(linesOf(draft), linesOf(served.content)) >= SAME_BODY,
  );
}

function rulesFor(support: readonly StoredClaim[]): readonly Rule[] {
  const sameKey: Rule = ["it is the same lesson", ({ head }) => head.lessonKey === lessonKeyOf(support)];
  const [claim] = claimsOf(support);
  // How steps are worded says little of which steps they are: a procedure is met by its steps alone.
  if (claim === undefined) return [sameKey];
  const claims = claimsOf(support);
  const tools = new Set(claims.flatMap((one) => one.tools));
  const blamed = new Set(claims.flatMap(({ blame }) => blame?.skillId ?? []));
  const said = claims.flatMap(({ decision, cause, rule, check }) => [decision, cause, rule, check]);
  return [
    ["it stood in the prompt and misled", ({ head }) => blamed.has(head.id)],
    sameKey,
    [
      "it is about the same error of the same tool",
      ({ served, sharesSignature }) =>
        sharesSignature && toolsOf(served.content).some((tool) => tools.has(tool)),
    ],
    [
      "it is found by the same words and meaning",
      ({ served, score, cosine }) =>
        score >= LEAST_SCORE &&
        cosine !== undefined &&
        cosine >= LEAST_COSINE &&
        keyCount(served.content) >= LEAST_KEYS,
    ],
    ["its lines say much the same", ({ served }) => wordOverlap(said, linesOf(served.content)) >= SAME_BODY],
  ];
}

/** A skill that stood in the prompt and did not help does not say it, or says it so that nobody follows. */
function saysAlready(support: readonly StoredClaim[], { head, served, sharesSignature }: NearSkill): boolean {
  if (claimsOf(support).some(({ blame }) => blame?.skillId === head.id)) return false;
  if (proposalsOf(support).length > 0 || head.lessonKey === lessonKeyOf(support)) return true;
  // Runs that only repeat an error are no successes of somebody else's procedure.
  if (!sharesSignature || served.content.kind === "procedure") return false;
  const lines = linesOf(served.content);
  return claimsOf(support).every(({ rule }) => lines.some((line) => isSameLine(line, rule, SAME_RULE)));
}

function linesOf({ bullets }: SkillContent): readonly string[] {
  return bullets.map(({ text }) => text);
}

function toolsOf({ example, mistake }: SkillContent): readonly string[] {
  const called = example?.calls.map(({ tool }) => tool) ?? [];
  return mistake === undefined ? called : [...called, mistake.tool];
}

function keyCount({ keys }: SkillContent): number {
  const { appliesWhen, symptoms, signatures, queries } = keys;
  return [...appliesWhen, ...symptoms, ...signatures, ...queries].length;
}
