import type { PublishedLesson } from "../../library/run-publish.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { LessonFate, LessonReview, WrittenDraft } from "../../types/model-progress.ts";
import { libraryTools } from "../library-tools.ts";
import type { ClaimBook } from "./claim-book.ts";
import { draftLessons, waitingFate } from "./draft-lessons.ts";
import { advance, type LearningPorts, type LearningRun, type StageKeeper } from "./learning-run.ts";
import { isHeldBack, publishedFate } from "./lesson-fate.ts";
import { publishWritten } from "./publish-written.ts";
import { isPast, writtenIn } from "./read-progress.ts";
import { carried, claimAfter, reviewDraft } from "./review-draft.ts";

export interface InOrder extends StageKeeper {
  readonly book: ClaimBook;
}

/** How a lesson ended, the run's own claim as it is kept, and the skill that took the claims in, where one did. */
interface Settled {
  readonly fate: LessonFate;
  readonly claim?: StoredClaim | undefined;
  readonly used?: { readonly ids: readonly string[]; readonly skillId: string };
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
  const { scope, rerunOf } = run.trace;
  if (!isPast(run.at, "write"))
    advance(inOrder, run, "write", { drafts: await draftLessons(ports, book, run) });
  const { drafts = [] } = run.at?.progress ?? {};
  if (!isPast(run.at, "review")) {
    const reviews: LessonReview[] = [];
    for (const draft of writtenIn({ form: 2, drafts })) reviews.push(await reviewDraft(ports, run, draft));
    advance(inOrder, run, "review", { reviews });
  }

  const reviews = [...(run.at?.progress.reviews ?? [])];
  const settled: Settled[] = [];
  for (const draft of drafts) {
    const review = "written" in draft ? reviews.shift() : undefined;
    if (!("written" in draft)) settled.push(draft);
    else if (review !== undefined) settled.push(await settle(ports, run, draft, review));
  }
  // A re-run says something of its own skill, and nothing that other runs could agree with.
  if (rerunOf === undefined) {
    for (const { claim } of settled) if (claim !== undefined) await book.add(claim);
    for (const { used } of settled)
      if (used !== undefined)
        await book.use(
          scope,
          used.ids.map((id) => ({ id, skillId: used.skillId })),
        );
  }
  return settled.map(({ fate }) => fate);
}

/** Publishes a text that its claims, as they are now, still carry. Otherwise it is dropped, and the claim waits or is held. */
async function settle(
  ports: LearningPorts,
  { trace }: LearningRun,
  { written, claim, support }: WrittenDraft,
  review: LessonReview,
): Promise<Settled> {
  const { report, claims } = review;
  const own = claim === undefined ? undefined : claimAfter(claim, review);
  const held = own && { ...own, state: "held" as const };
  const isRejected = report.verdict.decision === "reject";
  const made = carried(support, claims);
  // What is rejected asked nobody to doubt its claims, and is not published either.
  if (!isRejected && made.decision === "hold") return { claim: held, fate: isHeldBack(made.reason) };
  if (!isRejected && made.decision === "wait") return { claim: own, fate: waitingFate(trace, made.reason) };
  const tools = { ...libraryTools(ports), now: ports.clock.now() };
  const published = await publishWritten(tools, ports.learning.stages.publishPatch, { written, report });
  const fate = publishedFate(published, trace.id);
  const skillId = takenBy(published);
  if (skillId !== undefined) return { claim: own, fate, used: { ids: written.claimIds, skillId } };
  return { claim: published.every(({ outcome }) => outcome === "rejected") ? held : own, fate };
}

/** The skill that took the lesson in, where one did. */
function takenBy(published: readonly PublishedLesson[]): string | undefined {
  return published.find(({ skillId, version }) => skillId !== undefined && version !== undefined)?.skillId;
}
