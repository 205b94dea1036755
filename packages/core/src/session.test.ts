import { describe, expect, it, vi } from "vitest";
import { SkillLoopError } from "./errors.ts";
import { runSession } from "./loop/run-session.ts";
import { createSession, type SessionPorts, type SessionRecording } from "./session.ts";
import { intake } from "./trace/intake.ts";
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

function recorder(
  overrides: Partial<SessionPorts> = {},
  options: SessionOptions = {},
  task = "push the branch",
) {
  const recordings: SessionRecording[] = [];
  const asked: RecallErrorOptions[] = [];
  const reported: unknown[] = [];
  const session = createSession(task, options, {
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

  it("counts a held hint as shown, and tells of it, only once it is given, and gives each error one", async () => {
    const told: string[] = [];
    const onHint = (hint: { readonly text: string }): void => void told.push(hint.text);
    const { session, asked, recordings } = recorder({}, { holdHints: true, onHint });
    const [first, second, unused] = [
      await session.tool({ ...failedPush, callId: "c1" }),
      await session.tool({ ...failedPush, callId: "c2" }),
      await session.tool({ ...failedPush, callId: "c3", error: "fatal: another error" }),
    ];
    expect([first, second, unused].map((hint) => hint?.text)).toEqual(["[hint-1]", "[hint-2]", "[hint-3]"]);
    expect(told).toEqual([]);
    expect([first, second, first].map((hint) => session.give(hint as never))).toEqual([true, false, false]);
    expect(told).toEqual(["[hint-1]"]);
    expect((await session.tool({ ...failedPush, callId: "c4" })).text).toBe("");
    expect(asked).toHaveLength(3);
    await session.end();
    expect(recordings[0]?.shown).toMatchObject([{ name: "hint-1", when: "error", callId: "c1" }]);
  });

  it("gives no held hint whose skills the run has been shown by then", async () => {
    const { session } = recorder({ recallForError: async () => found("task-skill") }, { holdHints: true });
    const hint = await session.tool(failedPush);
    await session.skills();
    expect(hint.text).toBe("[task-skill]");
    expect(session.give(hint)).toBe(false);
  });

  it("recalls nothing with recall: false, and records all the same", async () => {
    const recall = vi.fn(async () => found("x"));
    const { session, recordings } = recorder({ recall, recallForError: recall }, { recall: false });
    expect(await session.skills()).toEqual({ text: "", hits: [] });
    expect((await session.tool(failedPush)).text).toBe("");
    await session.end();
    expect(recall).not.toHaveBeenCalled();
    expect(recordings[0]).toMatchObject({ shown: [], steps: [{ outcome: "tool-error" }] });
  });

  it("keeps calls that are asked for in their order, one turn, missing until they are answered", async () => {
    const { session } = recorder();
    const ids = session.asked([
      { tool: "a", input: { n: 1 }, callId: "c1" },
      { name: "b", input: { n: 2 } },
    ]);
    expect(ids).toEqual(["c1", "2"]);
    await session.tool({ callId: ids[1] ?? "", output: "B" });
    expect(session.steps).toMatchObject([
      { callId: "c1", tool: "a", turn: 0, outcome: "missing" },
      { callId: "2", tool: "b", turn: 0, outcome: "ok", output: "B" },
    ]);
    await session.end();
    expect(session.asked([{ tool: "late" }])).toEqual([]);
    expect(session.asked(null as never)).toEqual([]);
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

// Everything that could be handed over by a host without types, or by one that means harm.
const hostile = (): readonly unknown[] => [
  undefined,
  null,
  42,
  Number.NaN,
  "",
  "ok",
  Symbol("s"),
  [],
  {},
  () => 1,
  {
    get callId() {
      throw new Error("getter");
    },
    get source() {
      throw new Error("getter");
    },
    get check() {
      throw new Error("getter");
    },
  },
  { tool: 42, name: {}, callId: {}, turn: 0.5, exitCode: 1.5, durationMs: Number.POSITIVE_INFINITY },
  { tool: "a", outcome: "an unknown outcome", output: { get: () => 1, toJSON: () => [] } },
  {
    tool: "b",
    output: {
      get content() {
        throw new Error("getter");
      },
    },
  },
  new Proxy(
    {},
    {
      get: () => {
        throw new Error("proxy");
      },
      ownKeys: () => {
        throw new Error("proxy");
      },
    },
  ),
];

describe("a session that is called with anything", () => {
  it("refuses a signal that claims to be a test, tells the host, and records nothing of it", async () => {
    const { session, recordings, reported } = recorder();
    session.signal({ source: "test", outcome: "success", check: "npm test" } as never);
    session.signal({ source: "user", outcome: "success" });
    await session.end();
    expect(recordings[0]?.signals).toEqual([{ source: "user", outcome: "success" }]);
    expect(reported).toMatchObject([{ code: "NOT_ALLOWED" }]);
  });

  it("never throws, and never rejects", async () => {
    for (const value of hostile()) {
      const { session } = recorder({}, value as never);
      const given = value as never;
      for (const name of ["user", "assistant", "signal", "used", "helpful", "harmful", "context"] as const) {
        expect(() => session[name](given), name).not.toThrow();
      }
      expect(() => session.verifiedBy(given, given)).not.toThrow();
      expect(() => session.verifiedBy(true, given)).not.toThrow();
      expect(await session.tool(given)).toMatchObject({ text: expect.any(String) });
      expect(await session.skills(given)).toMatchObject({ text: expect.any(String) });
      expect(await session.end(given)).toMatchObject({ traceId: "t_1" });
    }
  });

  it("drops the bad part alone, and stores the rest of the run", async () => {
    const { session, recordings, reported } = recorder();
    await session.tool({ name: 42, input: {}, durationMs: Number.POSITIVE_INFINITY } as never);
    await session.tool({ name: "b", turn: 0.5, outcome: "weird", output: "fine", exitCode: 0.5 } as never);
    session.used(undefined as never);
    session.used("a-skill");
    session.signal(null as never);
    session.verifiedBy("ok" as never, { check: "npm test" });
    session.verifiedBy(true, undefined as never);
    await session.end("whenever" as never);
    const [run] = recordings;
    expect(run?.steps).toMatchObject([
      { tool: "42", turn: 0 },
      { tool: "b", turn: 1, outcome: "ok", output: "fine" },
    ]);
    expect(run?.steps[0]).not.toHaveProperty("durationMs");
    expect(run?.used).toEqual(["a-skill"]);
    expect(run?.signals).toEqual([
      { source: "test", check: "npm test", outcome: "unknown" },
      { source: "self", outcome: "success" },
    ]);
    expect(run?.end).toBe("completed");
    expect(() => intake(run, { scope: { project: "p" }, now: 0, environment: {} })).not.toThrow();
    expect(reported.every((error) => SkillLoopError.isInstance(error))).toBe(true);
    expect(reported).toHaveLength(4);
  });

  it("keeps no more than 64 KB of any text until its end", async () => {
    const long = "word ".repeat(500_000);
    const { session, recordings } = recorder();
    await session.tool({ name: "a", input: { long }, output: { stdout: long }, error: new Error(long) });
    session.user(long);
    session.context({ long });
    session.signal({ source: "user", outcome: "success", detail: long });
    session.verifiedBy(true, { check: "npm test", detail: long });
    await session.end();
    expect(JSON.stringify(recordings[0]).length).toBeLessThan(7 * 64 * 1024);
  });

  it("names a task that was not named, so that the run can be stored", async () => {
    const { session, recordings } = recorder({}, {}, null as never);
    await session.tool({ name: "a", input: {}, output: "" });
    await session.end();
    expect(recordings[0]?.task).toBe("A task that nobody named");
  });

  it("catches a hint callback that rejects later", async () => {
    const callback = new Error("later");
    const { session, reported } = recorder(
      {},
      {
        onHint: async () => {
          throw callback;
        },
      },
    );
    await session.tool(failedPush);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(reported).toEqual([callback]);
  });

  it("tells once of calls after its end, and records none of them", async () => {
    const { session, recordings, reported } = recorder();
    await session.tool({ name: "a", input: {}, output: "" });
    await session.end();
    session.verifiedBy(false, { check: "npm test" });
    session.user("more");
    expect(await session.tool(failedPush)).toEqual({ text: "", hits: [], callId: "" });
    await session.end();
    expect(reported).toMatchObject([{ code: "CLOSED" }]);
    expect(recordings).toHaveLength(1);
    expect(recordings[0]).toMatchObject({ signals: [], steps: [{ tool: "a" }] });
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

  it("throws on the same object also when nothing of it can be read", async () => {
    const { session } = recorder();
    const thrown = Object.defineProperty(new Error("x"), "name", {
      get: () => {
        throw new Error("getter");
      },
    });
    const body = async (): Promise<never> => {
      throw thrown;
    };
    await expect(runSession(session, body)).rejects.toBe(thrown);
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
