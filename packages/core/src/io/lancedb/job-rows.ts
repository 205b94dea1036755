import type { Job, JobKind, JobResult, JobState } from "../../types/job.ts";
import type { JsonValue } from "../../types/json.ts";
import type { RerunSpec } from "../../types/skill.ts";
import { type ScopeColumns, scopeColumns, scopeOf } from "./filter.ts";
import type { DiskRow } from "./table.ts";

export interface JobDiskRow extends ScopeColumns {
  readonly id: string;
  readonly kind: JobKind;
  readonly state: JobState;
  readonly attempts: number;
  readonly not_before: number;
  readonly lease_owner: string | null;
  readonly lease_until: number | null;
  readonly lease_token: string | null;
  readonly stage: string | null;
  readonly stage_result_json: string | null;
  readonly result: JobResult | null;
  readonly reason: string | null;
  readonly skills_json: string;
  readonly rerun_json: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly inserted_at: number;
  readonly write_id: string;
}

/** What the store itself keeps of a job beside the job. */
export interface JobBookkeeping {
  readonly insertedAt: number;
  readonly writeId: string;
  /** Names one claim. It stays after the lease ended, which the state then says. */
  readonly leaseToken?: string | null;
}

export function jobToDisk(
  job: Job,
  { insertedAt, writeId, leaseToken = null }: JobBookkeeping,
): DiskRow & { readonly id: string } {
  const row: JobDiskRow = {
    id: job.id,
    ...scopeColumns(job.scope),
    kind: job.kind,
    state: job.state,
    attempts: job.attempts,
    not_before: job.notBefore,
    lease_owner: job.leaseOwner ?? null,
    lease_until: job.leaseUntil ?? null,
    lease_token: leaseToken,
    stage: job.stage ?? null,
    stage_result_json: job.stageResult === undefined ? null : JSON.stringify(job.stageResult),
    result: job.result ?? null,
    reason: job.reason ?? null,
    skills_json: JSON.stringify(job.skills),
    rerun_json: job.rerun === undefined ? null : JSON.stringify(job.rerun),
    created_at: job.createdAt,
    updated_at: job.updatedAt,
    inserted_at: insertedAt,
    write_id: writeId,
  };
  return { ...row };
}

export function jobFromDisk(row: JobDiskRow): Job {
  return {
    id: row.id,
    scope: scopeOf(row),
    kind: row.kind,
    state: row.state,
    attempts: row.attempts,
    notBefore: row.not_before,
    ...(row.lease_owner === null ? {} : { leaseOwner: row.lease_owner }),
    ...(row.lease_until === null ? {} : { leaseUntil: row.lease_until }),
    ...(row.stage === null ? {} : { stage: row.stage }),
    ...(row.stage_result_json === null
      ? {}
      : { stageResult: JSON.parse(row.stage_result_json) as JsonValue }),
    ...(row.result === null ? {} : { result: row.result }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    skills: JSON.parse(row.skills_json) as string[],
    ...(row.rerun_json === null ? {} : { rerun: JSON.parse(row.rerun_json) as RerunSpec }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
