import { knownOfPrograms } from "./known-of-programs.ts";
import { knownOfServices } from "./known-of-services.ts";

/** Something that people know of git, node and services, found by the words that a program says. */
export interface Known {
  /** Words of a program; what matches is quoted. */
  readonly sees: RegExp;
  /** Silent: no call failed, so only the outcome says that something went wrong. */
  readonly silent?: boolean;
  readonly decision: string;
  readonly cause: string;
  readonly rule: string;
  readonly check: string;
  readonly subject: string;
  readonly head: string;
  readonly queries: Readonly<Record<"plain" | "hurried" | "question" | "symptom", readonly string[]>>;
  readonly notFor: readonly string[];
}

export const known: readonly Known[] = [...knownOfPrograms, ...knownOfServices];
