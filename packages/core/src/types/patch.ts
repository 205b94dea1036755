import type { SectionName } from "./skill.ts";

/** One change of one line. Lines that no operation names stay byte for byte what they were. */
export type PatchOperation =
  | { readonly op: "ADD"; readonly section: SectionName; readonly text: string }
  | { readonly op: "REVISE"; readonly bulletId: string; readonly text: string }
  | { readonly op: "PRUNE"; readonly bulletId: string; readonly reason: string };

/** A proposal to change one version of one skill. It becomes a new version on trial, or nothing. */
export interface SkillPatch {
  readonly skillId: string;
  /** The version whose bullet ids the operations name. */
  readonly base: number;
  readonly operations: readonly PatchOperation[];
  /** In one sentence, for a person. */
  readonly reason: string;
}

/** What is known of a line by outcomes that were attributed to it. */
export interface BulletCounts {
  readonly bulletId: string;
  readonly helpful: number;
  readonly harmful: number;
}
