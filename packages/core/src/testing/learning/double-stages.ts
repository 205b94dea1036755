import { z } from "zod";
import { gateSkill } from "../../gate/gate-skill.ts";
import { proposeProcedure } from "../../learn/procedure/propose-procedure.ts";
import type { ModelStages } from "../../loop/learning/model-learning.ts";
import type { ModelPorts } from "../../ports/model-stages.ts";
import { shortHash } from "../../text/hash.ts";
import { traceOutcome } from "../../text/trace-outcome.ts";
import type { Claim, StoredClaim } from "../../types/claim.ts";
import type { Lesson } from "../../types/lesson.ts";
import type { SkillContent } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import type { Verdict } from "../../types/verdict.ts";
import { sampleContent } from "../library-samples.ts";

/** What a double's model answers as `reflect`: a claim for each. */
export interface DoubleClaim {
  readonly rule: string;
  readonly confidence?: number;
  readonly holds?: Claim["holds"];
  readonly blame?: Claim["blame"];
}

/** Beside its verdict, how sure a double's judge leaves the claims, or that it does not say. */
interface DoubleDoubt {
  readonly confidence?: number;
  readonly held?: boolean;
}

async function ask<Answer>(
  { model, signal }: Pick<ModelPorts, "model" | "signal">,
  role: Parameters<ModelPorts["model"]["generate"]>[0]["role"],
  trace: Pick<Trace, "scope"> & { readonly id: string },
): Promise<Answer> {
  const { value } = await model.generate({
    role,
    system: "",
    prompt: trace.id,
    schema: z.unknown(),
    subject: { scope: trace.scope, traceId: trace.id },
    ...(signal !== undefined && { signal }),
  });
  return value as Answer;
}

function claimOf(
  trace: Trace,
  { rule, confidence = 0.9, holds = [], blame }: DoubleClaim,
  index: number,
): Claim {
  const { scope, runId, task, environment } = trace;
  return {
    id: `${trace.id}#${index}`,
    scope,
    traceId: trace.id,
    ...(runId !== undefined && { runId }),
    task,
    environment,
    decision: `Did not ${rule}`,
    cause: "It was not known.",
    rule,
    check: "npm test",
    triggers: [rule],
    unknowns: [],
    quotes: [{ callId: "call-1", text: "no upstream branch" }],
    signatures: [`error about ${rule}`],
    tools: ["bash"],
    ...(blame !== undefined && { blame }),
    confidence,
    verified: false,
    transient: false,
    holds,
  };
}

const ruleOf = ({ taught }: StoredClaim): string =>
  taught.kind === "root-cause" ? taught.claim.rule : taught.proposal.key;
const runOf = ({ runId, traceId }: StoredClaim): string => runId ?? traceId;

export function contentFor(rule: string): SkillContent {
  const { bullets } = sampleContent();
  const own = shortHash(rule, 6);
  const { example, mistake, ...content } = sampleContent({
    name: rule.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
    description: `Before going on, ${rule}.`,
    kind: "root-cause",
    bullets: bullets.map(({ id, section, text }) => ({
      id: `${id}-${own}`,
      section,
      text: `${text} First ${rule}.`,
    })),
    keys: {
      appliesWhen: [rule],
      symptoms: [],
      signatures: [`error about ${rule}`],
      queries: [rule],
      notFor: [],
    },
  });
  return content;
}

/** Stages without prompts: what they ask goes to the model as the trace's id, and its answer is taken as it is. */
export const doubleStages: ModelStages = {
  lineOutcomes: () => [],
  proposeFallback: () => undefined,
  principleRound: () => ({ round: 0, claims: [] }),
  proposePrinciples: async () => [],
  applyPatch: (content, { operations }) => ({ content, applied: operations }),
  whyReflect: (trace) => (traceOutcome(trace.signals).outcome === "success" ? undefined : "it failed"),
  async reflect(ports, { trace }) {
    const answer = await ask<{ readonly claims: readonly DoubleClaim[] }>(ports, "reflect", trace);
    return { claims: answer.claims.map((claim, index) => claimOf(trace, claim, index)), dropped: [] };
  },
  proposeProcedure,
  async corroborate(_ports, { own, waiting }) {
    const { taught } = own;
    if (taught.kind === "root-cause" && taught.claim.holds.length > 0)
      return { decision: "hold", reason: "it has holds" };
    const same = waiting.filter((one) => ruleOf(one) === ruleOf(own) && runOf(one) !== runOf(own));
    const support = [...same, own];
    const isSure = taught.kind === "root-cause" && taught.claim.confidence >= 0.8;
    return isSure || support.length > 1
      ? { decision: "go", support, reason: "enough" }
      : { decision: "wait", reason: "one run alone" };
  },
  lessonKeyOf: ([founder]) => `root-cause:${founder?.id}`,
  abstractSteps: () => ({ example: { tool: "", calls: [], placeholders: {} }, unbound: false }),
  async write(ports, { support, near, rerun }) {
    const own = support.at(-1);
    if (own === undefined) return { action: "none", reason: "no claim" };
    const rule = ruleOf(own);
    const target = near.find(({ served }) => served.content.keys.appliesWhen.includes(rule));
    const key = target?.head.lessonKey ?? `root-cause:${support[0]?.id}`;
    const content = target?.served.content ?? contentFor(rule);
    if (target === undefined) await ask(ports, "synthesize", { id: own.traceId, scope: own.scope });
    const lessons = support.map((stored): Lesson => lessonFor(stored, { key, content }));
    const claimIds = support.map(({ id }) => id);
    return { action: target === undefined ? "create" : "support", lessons, rerun, claimIds };
  },
  async review(ports, { content, holds, verified, traceId, scope, doubts }) {
    const answer = await ask<Verdict & DoubleDoubt>(ports, "judge", { id: traceId, scope });
    const { confidence = 1, held = false, ...judged } = answer;
    const verdict = gateSkill({ content, holds, verified });
    return {
      claims: doubts.map(({ claim }) => ({
        ...claim,
        confidence: Math.min(claim.confidence, confidence),
        ...(held ? { holds: ["skeptic"] } : { doubted: true }),
      })),
      report: { verdict: verdict.decision === "allow" ? judged : verdict, assertions: [] },
    };
  },
  judgeSecurity: (ports, { traceId, scope }) => ask<Verdict>(ports, "security", { id: traceId, scope }),
  async publishPatch(_tools, { written }) {
    const [lesson] = written.lessons as readonly [Lesson];
    return { lesson, outcome: "held", reason: "no patches here" };
  },
};

function lessonFor(
  { scope, traceId, runId, taught }: StoredClaim,
  { key, content }: { readonly key: string; readonly content: SkillContent },
): Lesson {
  return {
    kind: "root-cause",
    key,
    scope,
    traceId,
    ...(runId !== undefined && { runId }),
    index: 100,
    task: taught.kind === "root-cause" ? taught.claim.task : taught.proposal.task,
    environment: {},
    content,
    quotes: [],
    verified: false,
    holds: [],
    transient: false,
  };
}
