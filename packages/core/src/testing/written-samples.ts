import type { SkillAnswer } from "../learn/synthesize/skill-answer.ts";
import type { NearSkill } from "../ports/skill-finder.ts";
import type { Claim, StoredClaim } from "../types/claim.ts";
import type { SkillHead, SkillVersion } from "../types/skill.ts";
import { learnedVersion, NOW } from "./library-samples.ts";
import { sampleStoredClaim } from "./store-samples.ts";

/** Small valid claims, answers and neighbours for tests of the stages that write skills. */

export function claimOfRun(
  run: number,
  fields: Partial<Claim> = {},
  stored: Partial<StoredClaim> = {},
): StoredClaim {
  const base = sampleStoredClaim({
    id: `trace-${run}#0`,
    traceId: `trace-${run}`,
    runId: `run-${run}`,
    at: run,
  });
  if (base.taught.kind !== "root-cause") throw new Error("not a claim");
  const { scope = base.scope } = stored;
  const claim: Claim = { ...base.taught.claim, scope, runId: `run-${run}`, ...fields };
  return { ...base, taught: { kind: "root-cause", claim }, ...stored };
}

export function sampleHead(version: SkillVersion, fields: Partial<SkillHead> = {}): SkillHead {
  return {
    id: version.skillId,
    scope: version.scope,
    name: version.content.name,
    lessonKey: "push without upstream",
    version: version.version,
    status: "active",
    latest: version.version,
    reasons: [],
    rev: 1,
    createdAt: NOW,
    updatedAt: NOW,
    ...fields,
  };
}

/** A neighbour that nothing speaks for but that it is there. */
export function nearSkill(
  fields: Partial<Omit<NearSkill, "head">> & { readonly head?: Partial<SkillHead> } = {},
): NearSkill {
  const { head = {}, served = learnedVersion(), ...rest } = fields;
  return { score: 0.1, sharesSignature: false, ...rest, served, head: sampleHead(served, head) };
}

export function skillAnswer(fields: Partial<SkillAnswer> = {}): SkillAnswer {
  return {
    subject: "First push of a branch",
    description: "Before the first push of a branch, set its upstream.",
    preconditions: ["`git branch -vv` names no upstream for the branch."],
    procedure: ["Push with `git push -u origin <branch>`."],
    verification: ["`git status -sb` names the upstream."],
    failureModes: ["A plain push ends with an error about the upstream."],
    scope: ["Repositories with one remote."],
    appliesWhen: ["first push", "new branch"],
    queries: {
      plain: ["Push my new branch to the server"],
      hurried: ["push new branch"],
      question: ["How do I publish a branch?"],
      symptom: ["git says my branch goes nowhere"],
    },
    notFor: ["delete a remote tag"],
    signature: { intent: "push", object: "branch", constraints: [] },
    ...fields,
  };
}
