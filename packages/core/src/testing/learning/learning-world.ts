import { memoryStore } from "../../io/memory/memory-store.ts";
import { trackTransientSkills } from "../../library/run-transients.ts";
import { describeError } from "../../loop/describe-error.ts";
import type { ModelStages } from "../../loop/learning/model-learning.ts";
import { type ProcessOptions, type ProcessPorts, processQueue } from "../../loop/process-queue.ts";
import { traceJob } from "../../loop/trace-job.ts";
import type { LanguageModel } from "../../ports/language-model.ts";
import type { Store } from "../../ports/store.ts";
import { canonicalJson } from "../../text/canonical-json.ts";
import type { Job } from "../../types/job.ts";
import type { Trace } from "../../types/trace.ts";
import { manualClock } from "../manual-clock.ts";
import { type RoleAnswers, roleLanguageModel } from "../role-language-model.ts";
import { scriptedSkillFinder } from "../scripted-skill-finder.ts";
import { sampleScope, sampleTrace, within } from "../store-samples.ts";
import { doubleStages } from "./double-stages.ts";

export const START = 1_700_000_000_000;
const all = within(sampleScope);

/** A run that failed its check; the model double answers by its id. */
export function failedTrace(id: string, fields: Partial<Trace> = {}): Trace {
  return sampleTrace({
    id,
    runId: `run of ${id}`,
    signals: [{ source: "test", outcome: "failure", check: "npm test" }],
    recordedAt: START,
    ...fields,
  });
}

export interface WorldOptions {
  readonly store?: Store;
  readonly answers?: RoleAnswers;
  readonly model?: LanguageModel;
  readonly stages?: Partial<ModelStages>;
  readonly concurrency?: number;
  readonly owner?: string;
  readonly gatherMs?: number;
}

/** The queue of one home with a model: everything real but the stages, the model and the clock. */
export function learningWorld(options: WorldOptions = {}) {
  const { store = memoryStore(), answers = {}, concurrency = 4, owner = "one", gatherMs = 0 } = options;
  // Later than every run is recorded.
  const clock = manualClock(START + 10_000);
  const model = roleLanguageModel({ ...willing, ...answers });
  const closing = new AbortController();
  const told: unknown[] = [];
  const ports: ProcessPorts = {
    store,
    clock,
    owner,
    isGone: () => false,
    closing: closing.signal,
    transients: trackTransientSkills({ store }, all),
    log: () => undefined,
    report: (error) => told.push(error),
    describe: describeError,
    learning: {
      model: options.model ?? model,
      finder: scriptedSkillFinder(),
      concurrency,
      stages: { ...doubleStages, ...options.stages },
      gatherMs,
    },
  };
  return {
    store,
    clock,
    model,
    closing,
    told,
    ports,
    learn: (...traces: readonly Trace[]) =>
      store.addTraces(traces.map((trace) => ({ trace, job: traceJob(trace, trace.recordedAt) }))),
    process: (given: Partial<ProcessOptions> = {}) => processQueue(ports, { scope: sampleScope, ...given }),
    job: async (id: string): Promise<Job | undefined> =>
      (await store.listJobs({ filter: all, ids: [id] }))[0],
    skills: async () => (await store.listHeads(all)).map(({ head }) => head.name).sort(),
    asked: () => model.calls.map(({ role, prompt }) => `${role} ${prompt}`),
    library: () => libraryText(store),
  };
}

/** A model that finds one lesson, sure of it, and has nothing against anything. */
const willing: RoleAnswers = {
  reflect: ({ prompt }) => ({ claims: [{ rule: `look at ${prompt}` }] }),
  synthesize: () => ({}),
  judge: () => ({ decision: "allow", reasons: [] }),
  security: () => ({ decision: "allow", reasons: [] }),
};

/** Everything that was learned, without what says when, as one comparable text. */
export async function libraryText(store: Store): Promise<string> {
  const heads = await store.listHeads(all);
  const versions = await Promise.all(heads.map(({ head }) => store.listVersions(all, [head.id])));
  const evidence = await store.listEvidence(all, {});
  const claims = await store.listClaims(all, {});
  const byId = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
    [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  return canonicalJson({
    heads: byId(heads.map(({ head }) => head)).map(({ rev, createdAt, updatedAt, ...head }) => head),
    versions: versions.flat().map(({ createdAt, ...version }) => version),
    evidence: byId(evidence).map(({ at, ...row }) => row),
    claims: claims.map(({ id, state, skillId }) => ({ id, state, skillId: skillId ?? "" })),
  });
}
