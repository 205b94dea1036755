import { SkillLoopError } from "../../errors.ts";
import type { Store } from "../../ports/store.ts";
import type { Job } from "../../types/job.ts";
import type { SkillVersion } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import { randomIds } from "../random-ids.ts";
import { memoryEmbedders } from "./embedder-records.ts";
import { memoryJobs } from "./jobs.ts";
import { memoryLedger } from "./ledger.ts";
import { memorySkills } from "./skills.ts";
import { memoryTraces } from "./traces.ts";

/**
 * A store that lives as long as its object: for tests, and for trying SkillLoop without a folder. It keeps
 * every promise of the port but the one of outliving the process; `backup` throws `STORE_FAILED`.
 */
export function memoryStore(): Store {
  const traces = new Map<string, Trace>();
  const jobs = new Map<string, Job>();
  const versions = new Map<string, SkillVersion>();
  const { dropLedger, ...ledger } = memoryLedger();
  const tokenPrefix = randomIds().next();
  return {
    ...memoryTraces(traces, jobs),
    ...memoryJobs(jobs),
    ...memorySkills({ versions, dropLedger, tokenPrefix }),
    ...memoryEmbedders(),
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
