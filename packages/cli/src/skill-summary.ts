import type { Skill } from "./core-types.ts";

/** One skill as `--json` prints it, without its content. Times are milliseconds since the epoch. */
export function skillSummary(skill: Skill): Readonly<Record<string, unknown>> {
  const { id, name, status, version, latest, trial, scope, reasons, served, createdAt, updatedAt } = skill;
  return {
    name,
    status,
    version,
    latest,
    trial: trial ?? null,
    id,
    kind: served.content.kind,
    description: served.content.description,
    scope,
    reasons,
    holds: served.holds,
    verified: served.verified,
    createdAt,
    updatedAt,
  };
}
