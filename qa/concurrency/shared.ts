import { SCOPE } from "../bench/library.ts";

export const CONCURRENCY_SCOPE = SCOPE;

/** What the four processes do between them: 2,000 counter updates, 400 learns, 40 skill writes. */
export const SHARED = {
  processes: 4,
  counters: 10,
  updatesEach: 500,
  updatesAtOnce: 10,
  learnsEach: 100,
  /** Written by every process: 4 times 10 competing writes. */
  skills: 10,
  rounds: 5,
} as const;
