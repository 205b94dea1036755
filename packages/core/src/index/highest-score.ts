import { lowestTermWeight } from "./key-facts.ts";

/** Weight of the best single trigger query beside that of all keys together. */
export const triggerShare = 0.35;

/** The most that a skill can score whose keys cover this share of the query. */
export const highestScore = (coverage: number): number =>
  coverage * (1 - triggerShare) + Math.min(1, coverage / lowestTermWeight) * triggerShare;

/** The share of the query that a skill's keys have to cover at least for it to score this much. */
export const leastCoverage = (score: number): number =>
  score < highestScore(lowestTermWeight)
    ? score / (1 - triggerShare + triggerShare / lowestTermWeight)
    : (score - triggerShare) / (1 - triggerShare);
