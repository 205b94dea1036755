import { describe, expect, it } from "vitest";
import type { ProcessReport, TraceRecord, TraceSummary } from "../core-types.ts";
import { runScripted } from "../testing/run-scripted.ts";

const report: ProcessReport = {
  learned: 1,
  rejected: 2,
  skipped: 3,
  waiting: 0,
  errored: 0,
  traces: [
    {
      traceId: "t1",
      state: "done",
      result: "learned",
      stage: "library",
      reason: "made a skill",
      skills: ["git-commit-identity"],
      attempts: 1,
    },
  ],
};

describe("skillloop process", () => {
  it("prints five numbers with --json", async () => {
    const { code, out, calls } = await runScripted(["process", "--json", "--limit", "6"], {
      process: async () => report,
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ learned: 1, rejected: 2, skipped: 3, waiting: 0, errored: 0 });
    expect(calls[0]?.[1]).toMatchObject({ limit: 6 });
  });

  it("says that it paused and why, to a person and with --json", async () => {
    const paused = {
      code: "MODEL_QUOTA",
      detail: "The daily budget is used up.\nIt begins anew at midnight.",
    };
    const process = async (): Promise<ProcessReport> => ({ ...report, waiting: 4, paused });
    const { code, out } = await runScripted(["process"], { process });
    expect(code).toBe(0);
    expect(out).toContain("Paused, no model answers: MODEL_QUOTA: The daily budget is used up. It begins");
    const asJson = await runScripted(["process", "--json"], { process });
    expect(JSON.parse(asJson.out)).toMatchObject({ waiting: 4, paused });
  });

  it("names the skills for a person", async () => {
    const { out } = await runScripted(["process"], { process: async () => report });
    expect(out).toContain("learned 1, rejected 2, skipped 3, waiting 0, errored 0");
    expect(out).toContain("1 skill made or added to:\n  git-commit-identity");
  });

  it("fails when a run could not be worked on, and says which and why", async () => {
    const broken: ProcessReport = {
      ...report,
      errored: 1,
      traces: [
        {
          traceId: "t9",
          state: "dead",
          result: "errored",
          stage: "learn",
          reason: "bad row",
          skills: [],
          attempts: 5,
        },
      ],
    };
    const { code, out } = await runScripted(["process"], { process: async () => broken });
    expect(code).toBe(1);
    expect(out).toContain("t9: learn: bad row");
    expect(out).toContain("skillloop requeue");
  });

  it("says why runs taught nothing, the commonest reason first", async () => {
    const fate = (result: "skipped" | "rejected", reason: string) => ({
      traceId: "t",
      state: "done" as const,
      result,
      stage: "learn",
      reason,
      skills: [],
      attempts: 1,
    });
    const traces = [
      fate("rejected", "call c1: failed its check; call c2: failed its check"),
      ...Array.from({ length: 3 }, () => fate("skipped", "no failed call")),
      ...["a", "b", "c", "d", "e"].map((reason) => fate("skipped", reason)),
    ];
    const { out } = await runScripted(["process"], { process: async () => ({ ...report, traces }) });
    expect(out).toContain("errored 0\n  3 skipped: no failed call\n  1 rejected: failed its check\n");
    expect(out).toContain("and 2 other reasons");
  });

  it("says what is left for later", async () => {
    const { code, out } = await runScripted(["process"], {
      process: async () => ({ ...report, waiting: 2 }),
    });
    expect(code).toBe(0);
    expect(out).toContain('2 runs left for the next "skillloop process".');
  });

  it("says so when nothing waits", async () => {
    const idle: ProcessReport = { learned: 0, rejected: 0, skipped: 0, waiting: 0, errored: 0, traces: [] };
    const { code, out } = await runScripted(["process"], { process: async () => idle });
    expect(code).toBe(0);
    expect(out).toContain("No recorded run waits.");
  });
});

describe("skillloop trace", () => {
  const record: TraceRecord = {
    modelCalls: { reflect: { calls: 2, inputTokens: 900, outputTokens: 100, cost: 0.002 } },
    fate: {
      traceId: "t1",
      state: "done",
      result: "skipped",
      stage: "learn",
      reason: "no failed call",
      skills: [],
      attempts: 1,
    },
    trace: {
      id: "t1",
      scope: { project: "default" },
      task: "commit my work",
      steps: [
        { kind: "text", role: "user", turn: 0, text: "commit my work" },
        {
          kind: "tool",
          tool: "bash",
          callId: "c1",
          turn: 1,
          input: "git commit",
          outcome: "tool-error",
          error: "fatal",
        },
        { kind: "tool", tool: "bash", callId: "c2", turn: 2, input: "git commit", outcome: "ok" },
      ],
      signals: [{ source: "test", outcome: "success", check: "npm test" }],
      shown: [],
      used: [],
      bulletFeedback: [],
      environment: {},
      context: {},
      metadata: {},
      end: "completed",
      recordedAt: 0,
    },
  };

  it("prints which stage ended a run and why", async () => {
    const { out } = await runScripted(["trace", "t1"], { trace: async () => record });
    expect(out).toMatch(/^calls +2, 1 failed$/m);
    expect(out).toMatch(/^signals +test npm test: success$/m);
    expect(out).toMatch(/^state +done, skipped$/m);
    expect(out).toMatch(/^why +no failed call$/m);
    expect(out).toMatch(/^skills +none$/m);
    expect(out).toMatch(/^model calls +2 \(reflect 2\), 1000 tokens, cost 0\.0020$/m);
  });

  it("lists the newest runs without an id, so that one can be asked for", async () => {
    const { fate } = record;
    const summary: TraceSummary = { task: "commit my work", recordedAt: 0, fate };
    const some = await runScripted(["trace", "--limit", "3"], { traces: async () => [summary] });
    expect(some.calls[0]).toEqual(["traces", { limit: 3 }]);
    expect(some.out).toMatch(/^t1 +1970-01-01 00:00 +skipped +commit my work +no failed call$/m);
    const none = await runScripted(["trace"], { traces: async () => [] });
    expect(none.code).toBe(0);
    expect(none.out).toContain("No run is recorded. This is project=default;");
  });

  it("prints fate and run with --json", async () => {
    const { out } = await runScripted(["trace", "t1", "--json"], { trace: async () => record });
    expect(JSON.parse(out)).toEqual(record);
  });
});

describe("skillloop requeue", () => {
  it("requeues all that was given up, or those named", async () => {
    const all = await runScripted(["requeue"], { requeue: async () => ["a", "b"] });
    expect(all.code).toBe(0);
    expect(all.out).toContain("2 jobs back in the queue.");
    expect(all.calls[0]).toEqual(["requeue", undefined]);
    const none = await runScripted(["requeue"], { requeue: async () => [] });
    expect(none.code).toBe(0);
    expect(none.out).toContain("Nothing was given up");
  });

  it("fails when a named one is not among them", async () => {
    const { code, out } = await runScripted(["requeue", "a", "z", "--json"], { requeue: async () => ["a"] });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toEqual({ requeued: ["a"], missing: ["z"] });
  });
});
