import { undoubtedClaim } from "../../learn/corroborate/decide-corroboration.ts";
import { lessonRerunOf } from "../../library/rerun-spec.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { LessonDraft, LessonFate } from "../../types/model-progress.ts";
import type { Example } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import type { ClaimBook } from "./claim-book.ts";
import { fallbackPatch } from "./fallback-patch.ts";
import type { LearningPorts, LearningRun } from "./learning-run.ts";
import { isHeldBack, isKnown, waits, wasUsed, wroteNothing } from "./lesson-fate.ts";
import { mistakeOf } from "./mistake-of.ts";
import { nearSkills } from "./near-skills.ts";
import { taughtBy } from "./taught-claims.ts";

/**
 * What comes of each lesson of a run before anybody reviews a text: it waits, it is known, or it is written. Nobody has doubted
 * its claims by then; doubt only takes away from them, so that what waits now would wait all the more.
 */
export async function draftLessons(
  ports: LearningPorts,
  book: ClaimBook,
  run: LearningRun,
): Promise<readonly LessonDraft[]> {
  const drafts: LessonDraft[] = [];
  for (const own of taughtBy(run)) drafts.push(await draftOf(ports, book, run.trace, own));
  for (const patch of run.at?.progress.fallbacks ?? []) {
    const { store, learning } = ports;
    const written = await fallbackPatch({ store, stages: learning.stages }, { trace: run.trace, patch });
    drafts.push(
      written === undefined
        ? { fate: wroteNothing("the procedure it would change has changed") }
        : { written, support: [] },
    );
  }
  return drafts;
}

/** Nothing else can agree with a re-run, so that waiting would never end. */
export function waitingFate({ rerunOf }: Trace, reason: string): LessonFate {
  return rerunOf === undefined ? waits(reason) : wroteNothing(`the re-run alone does not show it: ${reason}`);
}

async function draftOf(
  ports: LearningPorts,
  book: ClaimBook,
  trace: Trace,
  own: StoredClaim,
): Promise<LessonDraft> {
  const { learning, store } = ports;
  const stored = await book.find(trace.scope, own.id);
  if (stored?.state === "used") {
    const filter = { scope: trace.scope, reach: "visible" } as const;
    const [row] = await store.findHeads(filter, { ids: [stored.skillId ?? ""] });
    return { fate: wasUsed(row?.head.name ?? "a skill") };
  }
  const waiting = trace.rerunOf === undefined ? await book.waitingFor(trace) : [];
  const made = await learning.stages.corroborate({ finder: learning.finder }, { own, waiting });
  if (made.decision === "go") return write(ports, trace, { own, support: made.support });
  return made.decision === "hold"
    ? { claim: { ...own, state: "held" }, fate: isHeldBack(made.reason) }
    : { claim: own, fate: waitingFate(trace, made.reason) };
}

async function write(
  ports: LearningPorts,
  trace: Trace,
  { own, support }: { readonly own: StoredClaim; readonly support: readonly StoredClaim[] },
): Promise<LessonDraft> {
  const { learning, signal, store } = ports;
  const { stages, model, finder } = learning;
  const lessonKey = stages.lessonKeyOf(support);
  const { near, counts } = await nearSkills({ store, finder }, { trace, support, lessonKey });
  const example = await exampleOf(ports, trace, support);
  const mistake = mistakeOf(trace, support);
  const rerun = lessonRerunOf(trace);
  const input = { support, rerun, near, counts, ...(example && { example }), ...(mistake && { mistake }) };
  const written = await stages.write({ model, finder, signal }, input);
  if (written.action === "none") return { claim: own, fate: wroteNothing(written.reason) };
  const { rerunOf } = trace;
  if (rerunOf !== undefined && (written.action !== "patch" || written.patch.skillId !== rerunOf.skillId))
    return { fate: wroteNothing("a re-run can only change the skill that was run") };
  // Kept among the claims it would support others, and in the skill it would count as evidence: it is neither.
  if (written.action === "support" && support.some((one) => undoubtedClaim(one) !== undefined))
    return { fate: isKnown(written.lessons[0]?.content.name ?? "a skill") };
  // What rests on no claim is carried by none: a patch that only takes lines out.
  const carrying = support.filter(({ id }) => written.claimIds.includes(id));
  return { claim: own, written, support: carrying };
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
