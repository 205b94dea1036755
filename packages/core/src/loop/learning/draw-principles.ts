import type { ScopeFilter } from "../../ports/store.ts";
import { shortHash } from "../../text/hash.ts";
import { scopeKey } from "../../text/scope-key.ts";
import type { Claim, StoredClaim } from "../../types/claim.ts";
import type { LoopEvent } from "../../types/evidence.ts";
import type { Scope } from "../../types/scope.ts";
import type { SkillHead } from "../../types/skill.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import { libraryTools } from "../library-tools.ts";
import type { LearningPorts, LearningRun } from "./learning-run.ts";
import { stageFailure } from "./model-failure.ts";
import { publishWritten } from "./publish-written.ts";

/** Of the record that says which round was asked about. No skill has such a name. */
const SUBJECT = "principles of a scope";
const ROUND = /^principles:(\d+):/;

interface Asked {
  readonly scope: Scope;
  /** For the ledger: the run with which it was asked. */
  readonly traceId: string;
  /** Claims that are in skills. */
  readonly claims: readonly StoredClaim[];
}

/**
 * Draws what many lessons have in common, where there are five more of their scope than when that was last asked, and takes it
 * through gate and library like any other skill. What an outage keeps from being asked is asked with the scope's
 * next run that a model looks at, whatever that run teaches. Rejects as a model or the store does; asking again makes no second skill.
 */
export async function drawPrinciples(ports: LearningPorts, runs: readonly LearningRun[]): Promise<void> {
  const { store, learning } = ports;
  for (const { scope, traceId } of lastRuns(runs)) {
    const filter = { scope, reach: "exact" } as const;
    const used = await store.listClaims(filter, { state: "used" });
    const { round, claims } = learning.stages.principleRound({ used, scope });
    if (round <= (await lastRound(store, filter))) continue;
    try {
      const drawn = await draw(ports, { scope, traceId, claims });
      await store.addEvents([recordOf(ports, { scope, round, detail: drawn.join(", ") || "nothing" })]);
    } catch (error) {
      // What fails by itself would fail again with every run, and cost its call each time.
      if (stageFailure(error, ports).kind === "failed")
        await store.addEvents([recordOf(ports, { scope, round, detail: "nothing, since it failed" })]);
      throw error;
    }
  }
}

/** Answers with the names of the skills that came of it. */
async function draw(ports: LearningPorts, { scope, traceId, claims }: Asked): Promise<readonly string[]> {
  const { store, clock, learning, signal, log } = ports;
  const { stages, model } = learning;
  const rows = await store.listHeads({ scope, reach: "exact" });
  const given = new Set(rows.filter(({ head }) => isGiven(head)).map(({ head }) => head.id));
  const used = claims.filter(({ skillId }) => given.has(skillId ?? ""));
  const existing = rows.filter(({ head }) => head.status !== "retired").map(({ served }) => served);
  const proposed = await stages.proposePrinciples({ model, signal }, { scope, traceId, used, existing });
  const names: string[] = [];
  for (const written of proposed) {
    const [lesson] = written.lessons;
    if (lesson === undefined) continue;
    const { content, holds, verified } = lesson;
    const failure = failureOf(used, written);
    // Only claims that were doubted are in skills.
    const { report } = await stages.review(
      { model, signal },
      { content, holds, verified, failure, traceId, scope, doubts: [], isCarried: () => true },
    );
    const tools = { ...libraryTools(ports), now: clock.now() };
    const [published] = await publishWritten(tools, stages.publishPatch, { written, report });
    const { outcome = "rejected", reason = "", skillName = content.name } = published ?? {};
    log("info", "principle.drawn", { skill: skillName, outcome, reason });
    if (outcome !== "rejected") names.push(skillName);
  }
  return names;
}

/** The last run of each scope. */
function lastRuns(runs: readonly LearningRun[]): readonly Pick<Asked, "scope" | "traceId">[] {
  const last = new Map<string, Pick<Asked, "scope" | "traceId">>();
  for (const { trace } of runs)
    if (trace.rerunOf === undefined)
      last.set(scopeKey(trace.scope), { scope: trace.scope, traceId: trace.id });
  return [...last.values()];
}

async function lastRound(store: LearningPorts["store"], filter: ScopeFilter): Promise<number> {
  const events = await store.listEvents(filter, { subject: SUBJECT, limit: 8 });
  return Math.max(0, ...events.map(({ id }) => Number(ROUND.exec(id)?.[1] ?? 0)));
}

function recordOf(
  { clock }: Pick<LearningPorts, "clock">,
  { scope, round, detail }: { readonly scope: Scope; readonly round: number; readonly detail: string },
): LoopEvent {
  return {
    id: `principles:${round}:${shortHash(scopeKey(scope))}`,
    scope,
    type: "principles",
    subject: SUBJECT,
    detail: `of what lessons have in common came ${detail}`,
    at: clock.now(),
  };
}

/** A skill that nobody is given any more carries no rule for other tasks. */
function isGiven({ status }: SkillHead): boolean {
  return status !== "quarantined" && status !== "retired";
}

function failureOf(used: readonly StoredClaim[], { claimIds }: WrittenSkill): string {
  return used
    .flatMap(({ id, taught }): readonly Claim[] =>
      taught.kind === "root-cause" && claimIds.includes(id) ? [taught.claim] : [],
    )
    .flatMap(({ decision, cause }) => [decision, cause])
    .join("\n");
}
