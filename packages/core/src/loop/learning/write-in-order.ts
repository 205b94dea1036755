import { principalOf } from "../../learn/corroborate/distinct-runs.ts";
import { lessonRerunOf } from "../../library/rerun-spec.ts";
import type { PublishedLesson } from "../../library/run-publish.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { GateReport } from "../../types/gate-report.ts";
import type { ProcedureProposal } from "../../types/procedure.ts";
import type { Example } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import type { WrittenSkill } from "../../types/written-skill.ts";
import { libraryTools } from "../library-tools.ts";
import type { ClaimBook } from "./claim-book.ts";
import { fallbackPatch } from "./fallback-patch.ts";
import { advance, type LearningPorts, type LearningRun, type StageKeeper } from "./learning-run.ts";
import { isHeldBack, type LessonFate, publishedFate, waits, wasUsed, wroteNothing } from "./lesson-fate.ts";
import { mistakeOf } from "./mistake-of.ts";
import { nearSkills } from "./near-skills.ts";
import { publishWritten } from "./publish-written.ts";
import { isPast } from "./read-progress.ts";

export interface InOrder extends StageKeeper {
  readonly book: ClaimBook;
}

/** A lesson of the run, and what is to become of it. */
interface Decided {
  readonly own: StoredClaim;
  readonly support: readonly StoredClaim[] | undefined;
  readonly fate: LessonFate | undefined;
}

/**
 * Takes what one run taught into the library, on what the runs before it left there: one run after the other. What is
 * written is published as it is stored with the run's job, and `ports.store` sees to it that it is stored before. Rejects with
 * what a stage, or the store, rejects with.
 */
export async function writeInOrder(
  ports: LearningPorts,
  inOrder: InOrder,
  run: LearningRun,
): Promise<readonly LessonFate[]> {
  const { book } = inOrder;
  const { trace } = run;
  const isRerun = trace.rerunOf !== undefined;
  const decided: Decided[] = [];
  for (const own of taughtBy(run)) decided.push(await decide(ports, book, trace, own));
  const fates = decided.flatMap(({ fate }) => fate ?? []);

  if (!isPast(run.at, "write")) {
    const written: WrittenSkill[] = [];
    for (const { support } of decided) {
      if (support === undefined) continue;
      const result = await write(ports, trace, support);
      if (result.action === "none") fates.push(wroteNothing(result.reason));
      else written.push(result);
    }
    for (const patch of run.at?.progress.fallbacks ?? []) {
      const result = await fallbackPatch(
        { store: ports.store, stages: ports.learning.stages },
        { trace, patch },
      );
      if (result === undefined) fates.push(wroteNothing("the procedure it would change has changed"));
      else written.push(result);
    }
    advance(inOrder, run, "write", { written });
  }
  const written = run.at?.progress.written ?? [];
  if (!isPast(run.at, "gate")) {
    const reports: GateReport[] = [];
    for (const one of written) reports.push(await judge(ports, run, one));
    advance(inOrder, run, "gate", { reports });
  }
  const reports = run.at?.progress.reports ?? [];

  const rejected = new Set<string>();
  const uses: { readonly ids: readonly string[]; readonly skillId: string }[] = [];
  const tools = { ...libraryTools(ports), now: ports.clock.now() };
  for (const [place, one] of written.entries()) {
    const report = reports[place];
    if (report === undefined) continue;
    const published = await publishWritten(tools, ports.learning.stages.publishPatch, {
      written: one,
      report,
    });
    fates.push(publishedFate(published, trace.id));
    const skillId = takenBy(published);
    if (skillId !== undefined) uses.push({ ids: one.claimIds, skillId });
    else if (published.every(({ outcome }) => outcome === "rejected"))
      for (const id of one.claimIds) rejected.add(id);
  }
  // A re-run says something of its own skill, and nothing that other runs could agree with.
  if (isRerun) return fates;
  for (const { own, fate } of decided) {
    const isHeld = rejected.has(own.id) || fate?.result === "rejected";
    await book.add(isHeld ? { ...own, state: "held" } : own);
  }
  for (const { ids, skillId } of uses)
    await book.use(
      trace.scope,
      ids.map((id) => ({ id, skillId })),
    );
  return fates;
}

/** What the run taught, as it goes into the claims. */
function taughtBy({ trace, at }: LearningRun): readonly StoredClaim[] {
  const { claims = [], procedure } = at?.progress ?? {};
  const principal = principalOf(trace);
  const run = {
    scope: trace.scope,
    traceId: trace.id,
    ...(trace.runId !== undefined && { runId: trace.runId }),
    ...(principal !== undefined && { principal }),
    at: trace.recordedAt,
  } as const;
  const stateOf = ({ holds = [] }: Pick<ProcedureProposal, "holds">): "held" | "waiting" =>
    holds.length > 0 ? "held" : "waiting";
  const taught: StoredClaim[] = claims.map((claim) => ({
    ...run,
    id: claim.id,
    taught: { kind: "root-cause", claim },
    state: stateOf(claim),
  }));
  if (procedure !== undefined)
    taught.push({
      ...run,
      id: `${trace.id}#procedure`,
      taught: { kind: "procedure", proposal: procedure },
      state: stateOf(procedure),
    });
  return taught;
}

async function decide(
  { learning, store }: LearningPorts,
  book: ClaimBook,
  trace: Trace,
  own: StoredClaim,
): Promise<Decided> {
  const stored = await book.find(trace.scope, own.id);
  if (stored?.state === "used") {
    const filter = { scope: trace.scope, reach: "visible" } as const;
    const [row] = await store.findHeads(filter, { ids: [stored.skillId ?? ""] });
    return { own: stored, support: undefined, fate: wasUsed(row?.head.name ?? "a skill") };
  }
  const waiting = trace.rerunOf === undefined ? await book.waitingFor(trace) : [];
  const made = await learning.stages.corroborate({ finder: learning.finder }, { own, waiting });
  if (made.decision === "go") return { own, support: made.support, fate: undefined };
  const fate = made.decision === "hold" ? isHeldBack(made.reason) : waitingFate(trace, made.reason);
  return { own, support: undefined, fate };
}

/** Nothing else can agree with a re-run, so that waiting would never end. */
function waitingFate({ rerunOf }: Trace, reason: string): LessonFate {
  return rerunOf === undefined ? waits(reason) : wroteNothing(`the re-run alone does not show it: ${reason}`);
}

async function write(
  ports: LearningPorts,
  trace: Trace,
  support: readonly StoredClaim[],
): Promise<WrittenSkill | { readonly action: "none"; readonly reason: string }> {
  const { learning, signal, store } = ports;
  const { stages, model, finder } = learning;
  const lessonKey = stages.lessonKeyOf(support);
  const { near, counts } = await nearSkills({ store, finder }, { trace, support, lessonKey });
  const example = await exampleOf(ports, trace, support);
  const mistake = mistakeOf(trace, support);
  const rerun = lessonRerunOf(trace);
  const input = { support, rerun, near, counts, ...(example && { example }), ...(mistake && { mistake }) };
  const result = await stages.write({ model, finder, signal }, input);
  const { rerunOf } = trace;
  if (rerunOf === undefined || result.action === "none") return result;
  const isOwn = result.action === "patch" && result.patch.skillId === rerunOf.skillId;
  return isOwn ? result : { action: "none", reason: "a re-run can only change the skill that was run" };
}

/** The call that worked, of the newest run that has one. A value that its run cannot account for keeps it out. */
async function exampleOf(
  { store, learning }: LearningPorts,
  trace: Trace,
  support: readonly StoredClaim[],
): Promise<Example | undefined> {
  const working = support.flatMap(({ taught, traceId }) =>
    taught.kind === "root-cause" && taught.claim.workingCallId !== undefined
      ? [{ traceId, callId: taught.claim.workingCallId }]
      : [],
  );
  const others = [...new Set(working.map(({ traceId }) => traceId))].filter((id) => id !== trace.id);
  const filter = { scope: trace.scope, reach: "exact" } as const;
  const traces = [trace, ...(others.length === 0 ? [] : await store.getTraces(filter, others))];
  for (const { traceId, callId } of working.reverse()) {
    const found = traces.find(({ id }) => id === traceId);
    if (found === undefined) continue;
    const { example, unbound } = learning.stages.abstractSteps(found, [callId]);
    if (!unbound && example.calls.length > 0) return example;
  }
  return undefined;
}

async function judge(
  { learning, signal }: LearningPorts,
  { trace, at }: LearningRun,
  written: WrittenSkill,
): Promise<GateReport> {
  const [first] = written.lessons;
  // Whoever only supports a skill brings no text.
  if (written.action === "support" || first === undefined)
    return { verdict: { decision: "allow", reasons: [] }, assertions: [] };
  const failure = (at?.progress.claims ?? [])
    .filter(({ id }) => written.claimIds.includes(id))
    .flatMap(({ decision, cause, quotes }) => [decision, cause, ...quotes.map(({ text }) => text)])
    .join("\n");
  return learning.stages.gate(
    { model: learning.model, signal },
    {
      content: first.content,
      holds: [...new Set(written.lessons.flatMap(({ holds }) => holds))],
      verified: written.lessons.some(({ verified }) => verified),
      ...(failure !== "" && { failure }),
      traceId: trace.id,
      scope: trace.scope,
    },
  );
}

/** The skill that took the lesson in, where one did. */
function takenBy(published: readonly PublishedLesson[]): string | undefined {
  return published.find(({ skillId, version }) => skillId !== undefined && version !== undefined)?.skillId;
}
