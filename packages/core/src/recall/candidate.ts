import type { RecallExplanation, RecallHit } from "../types/recall.ts";
import type { SkillStatus, SkillVersion } from "../types/skill.ts";
import { statusConfidence } from "./status-rank.ts";

/** A skill the index found, with what was found of it. */
export interface Candidate {
  readonly skillId: string;
  readonly name: string;
  readonly status: SkillStatus;
  readonly served: SkillVersion;
  readonly score: number;
  readonly matchedBy: RecallHit["matchedBy"];
  readonly terms: readonly string[];
  readonly fields: Readonly<Record<string, number>>;
  /** Learned under other facts than the caller's. */
  readonly stale: boolean;
}

/** A candidate that is not served, and why. */
export interface TurnedAway {
  readonly candidate: Candidate;
  readonly decision: Exclude<RecallExplanation["decision"], "served">;
  readonly reason: string;
}

export function toHit(candidate: Candidate): RecallHit {
  const { skillId, name, status, served, score, matchedBy, stale } = candidate;
  return {
    skillId,
    name,
    version: served.version,
    status,
    confidence: statusConfidence(status),
    score,
    matchedBy,
    stale,
    content: served.content,
    hash: served.hash,
  };
}
