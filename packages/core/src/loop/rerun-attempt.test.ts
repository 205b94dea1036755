import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { NOW, sampleContent } from "../testing/library-samples.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { sampleScope, sampleVersion, within } from "../testing/store-samples.ts";
import type { RerunResult } from "../types/loop.ts";
import { describeError } from "./describe-error.ts";
import { attemptRerun } from "./rerun-attempt.ts";

const trace = { steps: [{ tool: "bash", input: { command: "git push" }, output: "ok" }] };

const attempt = (result: unknown) =>
  attemptRerun(
    { store: memoryStore(), clock: manualClock(NOW), describe: describeError },
    async () => result as RerunResult,
    {
      version: { ...sampleVersion({ name: "push" }), content: sampleContent() },
      spec: { task: "push", environment: {}, context: {}, check: "git status" },
      jobId: "j",
      attempt: 1,
      withSkill: true,
    },
    { environment: {}, timeoutMs: 1_000 },
  );

describe("attemptRerun", () => {
  it("RD1: masks a secret in the check that the runner names", async () => {
    const secret = `gho_${"a1B2".repeat(9)}`;
    const result = await attempt({
      trace,
      passed: true,
      check: `curl -H "Authorization: Bearer ${secret}" x`,
    });
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(result).toMatchObject({ passed: true, check: expect.stringContaining("[redacted]") });
  });

  it("puts a run that failed with the skill into the queue where a model can look at it, and no other", async () => {
    const version = { ...sampleVersion({ name: "push" }), content: sampleContent() };
    const stateOf = async (result: unknown, { withSkill = true, learnsFromFailure = true } = {}) => {
      const store = memoryStore();
      const ports = { store, clock: manualClock(NOW), describe: describeError, learnsFromFailure };
      const spec = { task: "push", environment: {}, context: {} };
      const subject = { version, spec, jobId: "j", attempt: 1, withSkill };
      const options = { environment: {}, timeoutMs: 1_000 };
      await attemptRerun(ports, async () => result as RerunResult, subject, options);
      const [job] = await store.listJobs({ filter: within(sampleScope) });
      const [stored] = await store.getTraces(within(sampleScope), [job?.id ?? ""]);
      return { state: job?.state, signals: stored?.signals };
    };
    const failed = { trace, passed: false, check: "git status" };
    expect(await stateOf(failed)).toEqual({
      state: "waiting",
      signals: [{ source: "test", outcome: "failure", check: "git status" }],
    });
    expect(await stateOf({ ...failed, passed: true })).toMatchObject({ state: "done" });
    expect(await stateOf(failed, { withSkill: false })).toMatchObject({ state: "done" });
    expect(await stateOf(failed, { learnsFromFailure: false })).toEqual({ state: "done", signals: [] });
    expect(await stateOf({ trace, passed: false })).toMatchObject({ state: "done" });
  });

  it("takes what the runner gives back badly for a failed re-run", async () => {
    for (const result of [null, undefined, 3, {}, { trace: null, passed: true }, { trace, passed: "yes" }]) {
      expect(await attempt(result)).toMatchObject({ passed: false });
    }
    expect(await attempt({ trace, passed: true, check: 7 })).toMatchObject({
      passed: true,
      check: "git status",
    });
  });
});
