import { tokenise } from "../text/tokens/tokens.ts";
import type { Environment } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import type { Candidate } from "./candidate.ts";
import { notForShare } from "./not-for.ts";
import { statusRank } from "./status-rank.ts";

export interface VetoFacts {
  /** The text the skill was found for. */
  readonly text: string;
  readonly moment: "task" | "error";
  /** Whether what a skill was found by is to be told. */
  readonly explain: boolean;
  readonly minimumRank: number;
  readonly environment: Environment;
  readonly environmentPolicy: "strict" | "warn" | "ignore";
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly tools: readonly string[] | undefined;
  readonly probe:
    | ((precondition: string, skill: { readonly name: string }) => boolean | undefined)
    | undefined;
  readonly scan: (content: SkillContent, hash: string) => Generator<void, Verdict>;
}

/** Facts that both sides know and disagree on; what one side does not say is no disagreement. */
export function environmentMismatch(learned: Environment, here: Environment): string | undefined {
  return Object.keys(learned)
    .sort()
    .find((key) => here[key] !== undefined && here[key] !== learned[key]);
}

/**
 * The request names what a skill is not for. A task found by its keys has had that weighed already; an error
 * repeats the words of its neighbours ("merge conflict" while rebasing), so that one of its clauses needs all of
 * a phrase's. Words from here and there in an output make no phrase.
 */
function isForbidden(content: SkillContent, facts: VetoFacts): boolean {
  return clausesOf(facts).some((words) => notForShare(content, words) === 1);
}

const clauses = new WeakMap<VetoFacts, readonly ReadonlySet<string>[]>();
// Line ends inside a JSON string stand there as two characters.
const clauseEnd = /(?:\\[rn]|[\r\n,;:.!?"{}()[\]])+/;

/** The words of each clause of a request, read once for all candidates. */
function clausesOf(facts: VetoFacts): readonly ReadonlySet<string>[] {
  const before = clauses.get(facts);
  if (before !== undefined) return before;
  const parts = facts.moment === "error" ? facts.text.split(clauseEnd) : [facts.text];
  const read = parts.map((part) => new Set(tokenise(part))).filter(({ size }) => size > 0);
  clauses.set(facts, read);
  return read;
}

function missingTool(content: SkillContent, tools: readonly string[] | undefined): string | undefined {
  if (tools === undefined || content.example === undefined) return undefined;
  const available = new Set(tools.map((tool) => tool.toLowerCase()));
  const needed = [content.example.tool, ...content.example.calls.map((call) => call.tool)];
  return needed.find((tool) => tool !== "" && !available.has(tool.toLowerCase()));
}

function failedProbe(candidate: Candidate, facts: VetoFacts): string | undefined {
  if (facts.probe === undefined || candidate.status === "trusted") return undefined;
  for (const bullet of candidate.served.content.bullets) {
    if (bullet.section !== "preconditions") continue;
    let answer: boolean | undefined;
    try {
      answer = facts.probe(bullet.text, { name: candidate.name });
    } catch {
      // A probe that breaks confirms nothing and denies nothing.
      answer = undefined;
    }
    if (answer === false) return bullet.text;
  }
  return undefined;
}

/**
 * Why a skill that was found must not be given here, or `undefined`. Cheapest checks first, and the last of them, which
 * reads the whole text, in steps.
 */
export function* vetoReason(candidate: Candidate, facts: VetoFacts): Generator<void, string | undefined> {
  const { served, status } = candidate;
  const { content } = served;
  if (statusRank(status) < facts.minimumRank) return `status ${status} is below what is served`;
  if (
    facts.moment === "task" &&
    status === "candidate" &&
    !served.verified &&
    served.origin.kind === "learned"
  )
    return "learned without a check: comes back at error time only";
  if (served.expiresAt !== undefined && served.expiresAt <= facts.now) return "expired without new evidence";
  const mismatch = environmentMismatch(served.environment, facts.environment);
  if (mismatch !== undefined && facts.environmentPolicy === "strict")
    return `learned under another ${mismatch}`;
  if (isForbidden(content, facts)) return "it is not for what the request names";
  const tool = missingTool(content, facts.tools);
  if (tool !== undefined) return `needs the tool ${tool}`;
  const precondition = failedProbe(candidate, facts);
  if (precondition !== undefined) return `precondition does not hold: ${precondition}`;
  const verdict = yield* facts.scan(content, served.hash);
  // What a hold asks for, a person's word, this version has; nobody can vouch for what is rejected.
  const isVouchedFor = served.origin.by !== undefined && served.holds.length === 0;
  if (verdict.decision === "reject" || (verdict.decision === "hold" && !isVouchedFor))
    return `its text does not pass the scan: ${verdict.reasons.map((reason) => reason.code).join(", ")}`;
  return undefined;
}

/** Whether a served skill has to be marked as learned under other facts. */
export function isStale(
  learned: Environment,
  facts: Pick<VetoFacts, "environment" | "environmentPolicy">,
): boolean {
  return facts.environmentPolicy === "warn" && environmentMismatch(learned, facts.environment) !== undefined;
}
