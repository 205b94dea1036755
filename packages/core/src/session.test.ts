import { describe, expect, it } from "vitest";
import { runSession } from "./loop/run-session.ts";
import { createSession, type SessionPorts, type SessionRecording } from "./session.ts";
import type { SessionOptions } from "./types/loop.ts";
import type { RecallErrorOptions, RecallHit, RecallResult } from "./types/recall.ts";

const hit = (name: string): RecallHit => ({
  skillId: `p/*/*#${name}`,
  name,
  version: 1,
  status: "active",
  confidence: 0.7,
  score: 1,
  matchedBy: "signature",
  stale: false,
  hash: "h",
  content: {
    name,
    description: name,
    kind: "repair",
    bullets: [{ id: `${name}-b1`, section: "procedure", text: "do it" }],
    keys: { appliesWhen: [], symptoms: [], signatures: [], queries: [], notFor: [] },
    signature: { intent: "", object: "", environment: "", constraints: [], notes: "" },
    uses: [],
  },
});

const found = (...names: readonly string[]): RecallResult => ({
  hits: names.map(hit),
  text: names.map((name) => `[${name}]`).join(""),
  tookMs: 0,
});

function recorder(overrides: Partial<SessionPorts> = {}, options: SessionOptions = {}) {
  const recordings: SessionRecording[] = [];
  const asked: RecallErrorOptions[] = [];
  const reported: unknown[] = [];
  const session = createSession("push the branch", options, {
    recall: async () => found("task-skill"),
    recallForError: async (_error, errorOptions) => {
      asked.push(errorOptions);
      return found(`hint-${asked.length}`);
    },
    learn: async (recording) => {
      recordings.push(recording);
      return { traceId: "t_1", added: true, redactions: 0, truncated: 0, stepsDropped: 0 };
    },
    report: (error) => reported.push(error),
    nextId: () => "run-1",
    ...overrides,
  });
  return { session, recordings, asked, reported };
}

const failedPush = {
  name: "bash",
  input: { command: "git push" },
  error: "fatal: no upstream branch",
  exitCode: 128,
};

describe("createSession", () => {
  it("shows the same block for the whole run and records what was shown", async () => {
    const { session, recordings } = recorder();
    const first = await session.skills();
    expect(await session.skills()).toEqual(first);
    await session.tool({ name: "bash", input: {}, output: "ok" });
    await session.end();
    expect(recordings[0]?.shown).toEqual([
      { skillId: "p/*/*#task-skill", name: "task-skill", version: 1, when: "task" },
    ]);
  });

  it("gives each error signature one hint, bound to its call, and never a skill already shown", async () => {
    const { session, asked, recordings } = recorder();
    await session.skills();
    const hint = await session.tool({ ...failedPush, callId: "c7" });
    expect(hint).toMatchObject({ text: "[hint-1]", callId: "c7" });
    expect((await session.tool(failedPush)).text).toBe("");
    expect(asked).toHaveLength(1);
    expect(asked[0]?.exclude).toEqual(["p/*/*#task-skill"]);
    await session.end();
    expect(recordings[0]?.shown.at(-1)).toMatchObject({ name: "hint-1", when: "error", callId: "c7" });
  });

  it("gives no hint for a call that did not fail or was interrupted", async () => {
    const { session, asked } = recorder();
    await session.tool({ name: "bash", input: { command: "ls" }, output: "a.ts", exitCode: 0 });
    await session.tool({ name: "ask", input: {}, outcome: "interrupted" });
    expect(asked).toEqual([]);
  });

  it("numbers calls as turns of their own unless they are said to share one", async () => {
    const { session, recordings } = recorder();
    await session.tool({ name: "a", input: {}, output: "" });
    await session.tool({ name: "b", input: {}, output: "", turn: 5 });
    await session.tool({ name: "c", input: {}, output: "", turn: 5 });
    await session.tool({ name: "d", input: {}, output: "" });
    await session.end();
    expect(recordings[0]?.steps.map(({ turn }) => turn)).toEqual([0, 5, 5, 6]);
  });

  it.each([
    [true, "success"],
    [false, "failure"],
    [{ passed: true }, "success"],
    [{ passed: false }, "failure"],
    [{ exitCode: 0 }, "success"],
    [{ exitCode: 3 }, "failure"],
    [{ exitCode: null }, "unknown"],
  ] as const)("reads the check result %j as %s", async (result, outcome) => {
    const { session, recordings } = recorder();
    session.verifiedBy(result, { check: "npm test" });
    await session.end();
    expect(recordings[0]?.signals[0]).toMatchObject({ source: "test", check: "npm test", outcome });
  });

  it("counts feedback only on lines that were shown", async () => {
    const { session, recordings } = recorder();
    await session.skills();
    session.helpful("task-skill-b1");
    session.harmful("never-shown");
    session.verifiedBy(true, { check: "c" });
    await session.end();
    expect(recordings[0]?.bulletFeedback).toEqual([
      { skillId: "p/*/*#task-skill", bulletId: "task-skill-b1", verdict: "helpful" },
    ]);
  });

  it("stores once however often it is ended, and nothing when nothing happened or learn is off", async () => {
    const used = recorder();
    await used.session.tool({ name: "a", input: {}, output: "" });
    await Promise.all([used.session.end(), used.session.end("failed")]);
    expect(used.recordings).toHaveLength(1);
    const empty = recorder();
    expect(await empty.session.end()).toBeUndefined();
    const off = recorder({}, { learn: false });
    await off.session.tool({ name: "a", input: {}, output: "" });
    expect(await off.session.end()).toBeUndefined();
    expect([...empty.recordings, ...off.recordings]).toEqual([]);
  });

  it("reports failures of ours and of the host's hint callback, and throws none of them", async () => {
    const broken = new Error("store is gone");
    const reject = async () => {
      throw broken;
    };
    const ours = recorder({ recall: reject, recallForError: reject, learn: reject });
    expect(await ours.session.skills()).toEqual({ text: "", hits: [] });
    expect((await ours.session.tool(failedPush)).text).toBe("");
    expect(await ours.session.end()).toBeUndefined();
    expect(ours.reported).toEqual([broken, broken, broken]);

    const callback = new Error("host callback");
    const theirs = recorder(
      {},
      {
        onHint: () => {
          throw callback;
        },
      },
    );
    expect((await theirs.session.tool(failedPush)).text).toBe("[hint-1]");
    expect(theirs.reported).toEqual([callback]);
  });
});

describe("runSession", () => {
  it("records what the body throws and throws on the same object", async () => {
    const { session, recordings } = recorder();
    const thrown = { not: "even an error" };
    await expect(
      runSession(session, async () => {
        throw thrown;
      }),
    ).rejects.toBe(thrown);
    expect(recordings[0]).toMatchObject({
      end: "failed",
      signals: [{ source: "heuristic", outcome: "failure" }],
    });
  });

  it("keeps the host's error when storing fails as well", async () => {
    const { session } = recorder({
      learn: async () => {
        throw new Error("disk full");
      },
    });
    const thrown = new Error("theirs");
    await expect(
      runSession(session, async () => {
        throw thrown;
      }),
    ).rejects.toBe(thrown);
  });

  it("calls an abort an abort and not a failure", async () => {
    const { session, recordings } = recorder();
    const abort = Object.assign(new Error("stop"), { name: "AbortError" });
    await session.tool({ name: "a", input: {}, output: "" });
    await expect(
      runSession(session, () => {
        throw abort;
      }),
    ).rejects.toBe(abort);
    expect(recordings[0]).toMatchObject({ end: "aborted", signals: [] });
  });
});
