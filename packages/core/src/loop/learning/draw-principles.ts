import { scopeKey } from "../../text/scope-key.ts";
import type { Claim, StoredClaim } from "../../types/claim.ts";
import type { Scope } from "../../types/scope.ts";
import type { SkillHead } from "../../types/skill.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import { libraryTools } from "../library-tools.ts";
import type { LearningPorts, LearningRun } from "./learning-run.ts";
import { publishWritten } from "./publish-written.ts";

/** Runs of one scope, and the claims that went into skills with them. */
interface Drawn {
  readonly scope: Scope;
  readonly traceId: string;
  readonly ids: readonly string[];
}

/**
 * Draws what many lessons have in common, where the runs of a batch completed another few of their scope, and takes it through
 * gate and library like any other skill. Rejects as a model or the store does; asking again makes no second skill.
 */
export async function drawPrinciples(ports: LearningPorts, runs: readonly LearningRun[]): Promise<void> {
  const { store, clock, learning, signal, log } = ports;
  const { stages, model } = learning;
  for (const { scope, traceId, ids } of drawnIn(runs)) {
    const filter = { scope, reach: "exact" } as const;
    const stored = await store.listClaims(filter, { state: "used" });
    if (!stages.principlesDue({ used: stored, newIds: ids, scope })) continue;
    const rows = await store.listHeads(filter);
    const trusted = new Set(rows.filter(({ head }) => isGiven(head)).map(({ head }) => head.id));
    const used = stored.filter(({ skillId }) => trusted.has(skillId ?? ""));
    const existing = rows.filter(({ head }) => head.status !== "retired").map(({ served }) => served);
    const proposed = await stages.proposePrinciples({ model, signal }, { scope, traceId, used, existing });
    for (const written of proposed) {
      const [lesson] = written.lessons;
      if (lesson === undefined) continue;
      const { content, holds, verified } = lesson;
      const failure = failureOf(used, written);
      const report = await stages.gate(
        { model, signal },
        { content, holds, verified, failure, traceId, scope },
      );
      const tools = { ...libraryTools(ports), now: clock.now() };
      const [published] = await publishWritten(tools, stages.publishPatch, { written, report });
      const { outcome = "rejected", reason = "" } = published ?? {};
      log("info", "principle.drawn", { skill: published?.skillName ?? content.name, outcome, reason });
    }
  }
}

function drawnIn(runs: readonly LearningRun[]): readonly Drawn[] {
  const drawn = new Map<string, Drawn>();
  for (const { trace, at } of runs) {
    const ids = (at?.progress.written ?? []).flatMap(({ claimIds }) => claimIds);
    if (ids.length === 0 || trace.rerunOf !== undefined) continue;
    const key = scopeKey(trace.scope);
    const before = drawn.get(key)?.ids ?? [];
    drawn.set(key, { scope: trace.scope, traceId: trace.id, ids: [...before, ...ids] });
  }
  return [...drawn.values()];
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
