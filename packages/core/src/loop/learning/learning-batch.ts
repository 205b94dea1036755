import { learnRepairs } from "../../learn/learn-repairs.ts";
import { recordTraceEvidence } from "../../library/run-evidence.ts";
import { skipped, type TraceEnd, traceEnd } from "../../pipeline.ts";
import type { JobUpdate } from "../../ports/store.ts";
import { failedJob } from "../../queue/failed-job.ts";
import type { LearnResult } from "../../types/lesson.ts";
import type { SkillVersion } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import { libraryTools } from "../library-tools.ts";
import { callSlots } from "./call-slots.ts";
import { type Checkpoints, progressPatch, storable } from "./checkpoint.ts";
import { claimBook, runOrder, turnOf } from "./claim-book.ts";
import { drawPrinciples } from "./draw-principles.ts";
import { advance, type LearningPorts, type LearningRun, type StageKeeper } from "./learning-run.ts";
import { endOf } from "./lesson-fate.ts";
import { libraryGroup } from "./library-group.ts";
import { type StageFailure, stageFailure } from "./model-failure.ts";
import type { ModelPause } from "./model-learning.ts";
import { publishRepairs } from "./publish-repairs.ts";
import { isPast } from "./read-progress.ts";
import { reflectOn } from "./reflect-on.ts";
import { type VersionsShown, versionsShown } from "./versions-shown.ts";
import { writeInOrder } from "./write-in-order.ts";

export interface LearnedBatch {
  /** Traces that are over, or wait for a time of their own. */
  readonly updates: readonly JobUpdate[];
  /** Traces that wait for the model, with what is known of them: nothing of them is decided. */
  readonly unfinished: readonly JobUpdate[];
  /** Set when no model answers at present. */
  readonly pause?: ModelPause;
}

/** Runs after which what they taught is stored, so that other processes see it. */
const FLUSHED_AFTER = 16;
/** How long a trace rests that somebody has yet to answer for. */
const LATER_MS = 30_000;

const NOTHING: LearnResult = { lessons: [], dismissed: [] };
const RERUN_END = "a re-run is evidence only and makes no skill";

/** What is decided of a batch so far. */
export class LearningBatch {
  readonly #ports: LearningPorts;
  readonly #keeper: StageKeeper;
  readonly #updates = new Map<string, JobUpdate>();
  readonly #learned = new Map<string, LearnResult>();
  #pause: ModelPause | undefined;

  constructor(ports: LearningPorts, keeper: StageKeeper, pause: ModelPause | undefined) {
    this.#ports = ports;
    this.#keeper = keeper;
    this.#pause = pause;
  }

  end(id: string, end: TraceEnd, trace?: Trace): void {
    this.#updates.set(id, { id, patch: { state: "done", ...end, stageResult: null } });
    const { result, stage, reason, skills } = end;
    const fields = { trace: id, result, stage, reason, skills: skills.join(" ") };
    this.#ports.log("info", "trace.processed", fields, trace?.runId);
  }

  result(runs: readonly LearningRun[]): LearnedBatch {
    const detail = this.#pause === undefined ? "the loop was closed" : this.#pause.detail;
    const unfinished = runs
      .filter(({ job }) => !this.#updates.has(job.id))
      .map(({ job, at }): JobUpdate => {
        const kept = at === undefined ? {} : progressPatch(at);
        return { id: job.id, patch: { ...kept, reason: `waits for the model: ${detail}` } };
      });
    return {
      updates: [...this.#updates.values()],
      unfinished,
      ...(this.#pause !== undefined && { pause: this.#pause }),
    };
  }

  /** What runs say of the skills shown in them; once a run, since its counters are not. */
  async recordEvidence(runs: readonly LearningRun[]): Promise<void> {
    const { clock } = this.#ports;
    const fresh = runs.filter(({ trace, at }) => trace.rerunOf === undefined && !isPast(at, "evidence"));
    const transients = await this.#ports.transients();
    const traces = fresh.map(({ trace }) => trace);
    const { lineOutcomes } = this.#ports.learning.stages;
    const tools = libraryTools(this.#ports);
    await recordTraceEvidence({ ...tools, traces, transients, lineOutcomes, now: clock.now() });
    for (const run of fresh) {
      run.at = { stage: "evidence", progress: { form: 2 } };
      this.#keeper.memory.set(run.job.id, run.at);
    }
  }

  /** Answers with the runs that a model is to be asked about. */
  async learnRepairs(runs: readonly LearningRun[]): Promise<readonly OpenRun[]> {
    const { learning, signal } = this.#ports;
    const { stages, model } = learning;
    const waiting = runs.filter(({ at }) => !isPast(at, "repairs"));
    const repairing = waiting.filter(({ trace }) => trace.rerunOf === undefined);
    const repaired = await publishRepairs(
      this.#ports,
      repairing.map(({ trace }) => trace),
      async ({ lesson: { content, traceId, scope } }) => {
        if (this.#stopped()) throw new Stopped();
        return this.#noted(() => stages.judgeSecurity({ model, signal }, { content, traceId, scope }));
      },
    );
    const shown = await versionsShown(
      this.#ports,
      runs.filter(({ at }) => !isPast(at, "reflect")).map(({ trace }) => trace),
    );
    const open: OpenRun[] = [];
    for (const run of runs) {
      const { trace } = run;
      const versions: VersionsShown = shown.get(trace.id) ?? { shown: [], used: [] };
      const facts = { run, shown: versions.shown };
      if (isPast(run.at, "repairs")) {
        open.push(facts);
        continue;
      }
      const result = repaired.get(trace.id);
      if (result?.failure !== undefined) {
        this.#settle(run, result.failure);
        continue;
      }
      const learned = result?.learned ?? NOTHING;
      this.#learned.set(trace.id, learned);
      const end =
        trace.rerunOf === undefined
          ? traceEnd(trace, learned, result?.published ?? [])
          : skipped("queue", RERUN_END);
      const isAsked = stages.whyReflect(trace, learned) !== undefined;
      const proposed =
        trace.rerunOf === undefined ? stages.proposeProcedure(trace, versions.used.map(asUse)) : undefined;
      const procedure = proposed !== undefined && "key" in proposed ? proposed : undefined;
      const fallbacks = versions.used.flatMap((version) => stages.proposeFallback(trace, version) ?? []);
      if (!isAsked && procedure === undefined && fallbacks.length === 0) {
        this.end(trace.id, end, trace);
        continue;
      }
      const fields = {
        repaired: end,
        ...(procedure !== undefined && { procedure }),
        ...(fallbacks.length > 0 && { fallbacks }),
      };
      if (isAsked) advance(this.#keeper, run, "repairs", fields);
      else advance(this.#keeper, run, "reflect", { ...fields, claims: [] });
      open.push(facts);
    }
    return open;
  }

  /** Asks about several runs at once, and takes what they teach into the library in their order. */
  async askAndWrite(open: readonly OpenRun[], kept: Checkpoints): Promise<void> {
    const { learning, store } = this.#ports;
    const inTurn = [...open].sort((a, b) => runOrder(turnOf(a.run.trace), turnOf(b.run.trace)));
    const slots = callSlots(learning.concurrency);
    const asked = inTurn.map((one) => slots.run(() => this.#ask(one)));
    // Each is awaited in its turn; one that fails before its turn must not count as forgotten.
    for (const one of asked) one.catch(() => undefined);
    const book = claimBook(
      store,
      inTurn.map(({ run }) => run.trace),
    );
    const inOrder = { ...this.#keeper, checkpoints: kept, book };
    const group = learning.group ?? libraryGroup({ store });
    const decided = new Set<string>();
    await group.exclusive(
      () => storable(kept, decided),
      async () => {
        const ports = { ...this.#ports, store: group.store };
        const flush = async (): Promise<void> => {
          await group.flush();
          // Runs that taught nothing were not looked for with a group: they may be purged, and say nothing then.
          await storable(kept, decided);
          await book.flush();
          decided.clear();
        };
        let failure: { readonly error: unknown } | undefined;
        for (const [place, { run }] of inTurn.entries()) {
          try {
            if (!(await asked[place]) || failure !== undefined || this.#stopped()) continue;
            decided.add(run.job.id);
            const fates = await slots.run(
              () => this.#noted(() => writeInOrder(ports, inOrder, run)),
              "ahead",
            );
            this.end(run.trace.id, endOf(run.at?.progress, fates), run.trace);
          } catch (error) {
            // Those that are still being asked are waited for: nothing may go on behind the batch's back.
            try {
              // What runs before this one taught went with their group.
              if (group.hasFailed()) throw error;
              this.#settle(run, error);
            } catch (unsettled) {
              failure ??= { error: unsettled };
            }
          }
          if (failure !== undefined || decided.size < FLUSHED_AFTER) continue;
          await flush().catch((error: unknown) => {
            failure = { error };
          });
        }
        if (failure !== undefined) throw failure.error;
        await flush();
      },
    );
    const ended = inTurn.filter(({ run }) => this.#updates.has(run.job.id)).map(({ run }) => run);
    if (learning.principles === true && !this.#stopped()) await this.#drawPrinciples(ended);
  }

  /** Principles belong to no trace: what keeps them from being drawn costs none an attempt. */
  async #drawPrinciples(ended: readonly LearningRun[]): Promise<void> {
    try {
      await this.#noted(() => drawPrinciples(this.#ports, ended));
    } catch (error) {
      const failure = stageFailure(error, this.#ports);
      if (failure.kind === "failed") this.#ports.report(failure.error, "process.principles");
    }
  }

  /** Whether the run is ready for the library. */
  async #ask({ run, shown }: OpenRun): Promise<boolean> {
    if (isPast(run.at, "reflect")) return true;
    if (this.#stopped()) return false;
    const learned = this.#learned.get(run.trace.id) ?? learnedOf(run.trace);
    try {
      await this.#noted(() => reflectOn(this.#ports, this.#keeper, run, { learned, shown }));
      return true;
    } catch (error) {
      this.#settle(run, error);
      return false;
    }
  }

  #stopped(): boolean {
    return this.#pause !== undefined || this.#ports.signal.aborted;
  }

  /** What stops one stops all that are not begun. */
  async #noted<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const failure = this.#failureOf(error);
      if (failure?.kind === "pause") this.#pause ??= failure.pause;
      throw error;
    }
  }

  #failureOf(error: unknown): StageFailure | undefined {
    try {
      return stageFailure(error, this.#ports);
    } catch {
      return undefined;
    }
  }

  /** Throws on what is not the trace's own failure. */
  #settle(run: LearningRun, error: unknown): void {
    if (error instanceof Stopped) return;
    const { job, at } = run;
    const { clock, describe, report } = this.#ports;
    const failure = stageFailure(error, this.#ports);
    const kept = at === undefined ? {} : progressPatch(at);
    if (failure.kind === "later") {
      const notBefore = clock.now() + LATER_MS;
      const patch = { ...kept, state: "waiting", notBefore, reason: failure.detail } as const;
      this.#updates.set(job.id, { id: job.id, patch });
    }
    if (failure.kind === "failed") {
      report(failure.error, "process.trace");
      const { patch } = failedJob(job, { reason: describe(failure.error), now: clock.now() });
      this.#updates.set(job.id, { id: job.id, patch: { ...kept, ...patch } });
    }
  }
}

/** Not begun, since no model answers. */
class Stopped extends Error {}

interface OpenRun {
  readonly run: LearningRun;
  readonly shown: readonly SkillVersion[];
}

function asUse({ content: { name, example } }: SkillVersion) {
  return { name, ...(example !== undefined && { example }) };
}

/** Worked out again for a run that went through its repairs before. */
function learnedOf(trace: Trace): LearnResult {
  return trace.rerunOf === undefined ? learnRepairs(trace) : NOTHING;
}
