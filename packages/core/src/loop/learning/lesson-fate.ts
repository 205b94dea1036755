import type { PublishedLesson } from "../../library/run-publish.ts";
import { fateOf, type TraceEnd } from "../../pipeline.ts";
import type { JobResult } from "../../types/job.ts";
import type { LessonFate, ModelProgress } from "../../types/model-progress.ts";

export function waits(reason: string): LessonFate {
  return { result: "waiting", stage: "corroborate", reason: `a lesson waits: ${reason}`, skills: [] };
}

export function isHeldBack(reason: string): LessonFate {
  return { result: "rejected", stage: "corroborate", reason: `a lesson is held back: ${reason}`, skills: [] };
}

export function wroteNothing(reason: string): LessonFate {
  return { result: "rejected", stage: "write", reason: `nothing was written: ${reason}`, skills: [] };
}

/** Nobody has looked at the run a second time, so that it counts for nothing: neither the skill nor other claims gain by it. */
export function isKnown(name: string): LessonFate {
  return {
    result: "skipped",
    stage: "write",
    reason: `its lesson is known: ${name} says it already`,
    skills: [],
  };
}

export function wasUsed(name: string): LessonFate {
  return { result: "learned", stage: "library", reason: `its lesson was used by ${name}`, skills: [name] };
}

export function publishedFate(published: readonly PublishedLesson[], traceId: string): LessonFate {
  // Those of the other runs that support it are told with them.
  const own = published.filter(({ lesson }) => lesson.traceId === traceId);
  const told = own.length > 0 ? own : published.slice(0, 1);
  const kept = told.some(({ outcome }) => outcome !== "rejected" && outcome !== "held");
  return {
    result: kept ? "learned" : "rejected",
    stage: kept ? "library" : "gate",
    reason: told.map(fateOf).join("; "),
    skills: [...new Set(told.flatMap(({ skillName }) => skillName ?? []))],
  };
}

const rank: readonly JobResult[] = ["errored", "skipped", "waiting", "rejected", "learned"];

/** The end of a trace by everything that came of it: the best of it names the result, and all that is news is told. */
export function endOf(progress: ModelProgress | undefined, fates: readonly LessonFate[]): TraceEnd {
  const { repaired, claims = [], dropped = [], procedure, fallbacks = [] } = progress ?? {};
  const ends: readonly LessonFate[] = [...(repaired === undefined ? [] : [repaired]), ...fates];
  const [best] = [...ends].sort((a, b) => rank.indexOf(b.result) - rank.indexOf(a.result));
  const drewNothing = claims.length === 0 && procedure === undefined && fallbacks.length === 0;
  if (best === undefined || best.result === "skipped") {
    const said = drewNothing
      ? dropped.length === 0
        ? ["the model drew no lesson from it"]
        : dropped.map(({ rule, detail }) => `a lesson was dropped: ${rule}, ${detail}`)
      : [];
    const reasons = [...ends.map(({ reason }) => reason), ...said];
    return { result: "skipped", stage: "reflect", reason: reasons.join("; "), skills: [] };
  }
  const news = ends.filter(({ result }) => result !== "skipped");
  return {
    result: best.result,
    stage: best.stage,
    reason: news.map(({ reason }) => reason).join("; "),
    skills: [...new Set(news.flatMap(({ skills }) => skills))],
  };
}
