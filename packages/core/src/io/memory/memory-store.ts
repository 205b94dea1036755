import { SkillLoopError } from "../../errors.ts";
import type { Store } from "../../ports/store.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { Job } from "../../types/job.ts";
import type { SkillVersion } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import { randomIds } from "../random-ids.ts";
import { memoryClaims } from "./claims.ts";
import { memoryEmbedders } from "./embedder-records.ts";
import { memoryJobs } from "./jobs.ts";
import { memoryLedger } from "./ledger.ts";
import { memoryModelCalls } from "./model-calls.ts";
import { memorySkills } from "./skills.ts";
import { memoryTraces } from "./traces.ts";

/**
 * A store that lives as long as its object: for tests, and for trying SkillLoop without a folder. It keeps
 * every promise of the port but the one of outliving the process; `backup` throws `STORE_FAILED`.
 */
export function memoryStore(): Store {
  const traces = new Map<string, Trace>();
  const jobs = new Map<string, Job>();
  const claims = new Map<string, StoredClaim>();
  const versions = new Map<string, SkillVersion>();
  const { dropLedger, ...ledger } = memoryLedger();
  const tokenPrefix = randomIds().next();
  return {
    ...memoryTraces({ traces, jobs, claims }),
    ...memoryJobs(jobs),
    ...memorySkills({ versions, dropLedger, tokenPrefix }),
    ...memoryEmbedders(),
    ...memoryClaims(claims),
    ...memoryModelCalls(),
    ...ledger,
    maintain: async () => false,
    backup: async () => {
      throw new SkillLoopError({
        code: "STORE_FAILED",
        message: "The in-memory store has nothing to back up.",
        remedy: "Open the loop on a home folder, or export the skills.",
      });
    },
    close: async () => {},
  };
}
