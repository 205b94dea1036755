import { scopeKey } from "../text/scope-key.ts";
import type { Evidence } from "../types/evidence.ts";

type RunFields = Pick<Evidence, "scope" | "runId">;

/**
 * Which run a row is of. Hosts count their runs as they like, so the `run-1` of one user is not the `run-1`
 * of another: a run is known by its scope and its id.
 */
export function runKey({ scope, runId }: RunFields): string {
  return `${scopeKey(scope)}:${runId}`;
}

/** The id of an evidence row: the same run says one thing of one version, however often it is processed. */
export function evidenceId(
  row: RunFields & {
    readonly skillId: string;
    readonly version: number;
    /** The row's kind, or `without` for a run that went well without the skill. */
    readonly kind: Evidence["kind"] | "without";
  },
): string {
  return `${row.skillId}@${row.version}:${row.kind}:${runKey(row)}`;
}
