import type { Lesson } from "../types/lesson.ts";

/** The event that tells what became of a lesson: one a lesson, so that repeating a write tells it once. */
export function lessonEventId({ traceId, index }: Pick<Lesson, "traceId" | "index">): string {
  return `publish:${traceId}:${index}`;
}

/** The trace whose lesson an event tells of; `undefined` for the id of any other event. */
export function traceOfEvent(id: string): string | undefined {
  return /^publish:(.+):\d+$/s.exec(id)?.[1];
}
