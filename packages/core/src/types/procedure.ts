import type { HoldReason } from "./lesson-kind.ts";
import type { Environment, Scope } from "./scope.ts";
import type { Example, TaskSignature } from "./skill.ts";

/** A verified success as code abstracts it, before a model words it. Equal procedures of two runs have an equal key. */
export interface ProcedureProposal {
  /** Made of the skeletons of the steps that count, in order. */
  readonly key: string;
  readonly scope: Scope;
  readonly traceId: string;
  readonly runId?: string;
  readonly task: string;
  readonly environment: Environment;
  /** Names the check that passed. */
  readonly check: string;
  /** The calls in order, instance values as placeholders; calls that a used skill covers are left out. */
  readonly example: Example;
  /** One line a step, in words. */
  readonly steps: readonly string[];
  readonly preconditions: readonly string[];
  readonly signature: TaskSignature;
  /** Names of skills that the run used on the way. */
  readonly uses: readonly string[];
  /** Why a person must look at it first; absent where there is no reason. One with a hold supports no other. */
  readonly holds?: readonly HoldReason[];
  /** What the placeholders stood for in this run: no text of a skill may hold one. */
  readonly values?: readonly string[];
  /** True where this run alone is enough; else a second run with the same key is waited for. */
  readonly goesAlone?: boolean;
}
