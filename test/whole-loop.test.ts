import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type LoopOptions,
  type RerunRunner,
  type Session,
  SkillLoop,
  type SkillLoopError,
} from "@skillloop/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

// The product as a host uses it, on a real store in a real folder.

let home: string;
const open: SkillLoop[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "skillloop-test-"));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((loop) => loop.close()));
  await rm(home, { recursive: true, force: true });
});

async function openLoop(options: LoopOptions = {}): Promise<SkillLoop> {
  const loop = await SkillLoop.open({
    home: join(home, "store"),
    scope: { project: "billing" },
    worker: "manual",
    recallBudgetMs: 2_000,
    ...options,
  });
  open.push(loop);
  return loop;
}

const noUpstream = (branch: string) =>
  `fatal: The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream origin ${branch}\n`;

/** A run that fails to push, finds the option, and is checked. */
async function pushWithRepair(session: Session, branch: string): Promise<string> {
  const failed = { name: "bash", input: { command: "git push" }, error: noUpstream(branch), exitCode: 128 };
  const hint = await session.tool(failed);
  const command = `git push --set-upstream origin ${branch}`;
  await session.tool({
    name: "bash",
    input: { command },
    output: `branch '${branch}' set up to track`,
    exitCode: 0,
  });
  session.verifiedBy({ exitCode: 0 }, { check: "git status -sb" });
  return hint.text;
}

async function learnPush(loop: SkillLoop): Promise<string> {
  await loop.run("Push the branch feature-login to the remote", async (session) => {
    await pushWithRepair(session, "feature-login");
  });
  const report = await loop.process();
  expect(report).toMatchObject({ learned: 1, rejected: 0, skipped: 0, waiting: 0, errored: 0 });
  const [skill] = await loop.skills.list();
  return skill?.name ?? "";
}

/** Re-runs as an agent that follows the notes would go: no failed call, and the check passes. */
const obedient: RerunRunner = async ({ task, skillMd }) => ({
  trace: {
    task,
    steps: [
      skillMd === undefined
        ? {
            kind: "tool",
            tool: "bash",
            callId: "1",
            turn: 0,
            input: { command: "git push" },
            outcome: "tool-error",
            error: noUpstream("x"),
            exitCode: 128,
          }
        : {
            kind: "tool",
            tool: "bash",
            callId: "1",
            turn: 0,
            input: { command: "git push --set-upstream origin x" },
            outcome: "ok",
          },
    ],
  },
  exitCode: skillMd === undefined ? 1 : 0,
  check: "git status -sb",
});

describe("the whole loop", () => {
  it("learns a repair, tests it, and brings it back for the same task in other words", async () => {
    const loop = await openLoop();
    const name = await learnPush(loop);
    expect(await loop.skills.get(name)).toMatchObject({ status: "candidate", version: 1 });
    expect((await loop.recall("publish my branch with git push to the remote")).hits).toEqual([]);

    const report = await loop.runPendingEvals(obedient, { control: true });
    expect(report).toMatchObject({ ran: 1, passed: 1, results: [{ name, lift: 1, mistakeRepeated: false }] });
    expect(await loop.skills.get(name)).toMatchObject({ status: "active" });

    const recalled = await loop.recall("please push the branch hotfix-9 to our remote");
    expect(recalled.hits.map((hit) => hit.name)).toEqual([name]);
    expect(recalled.text).toContain("--set-upstream");
    expect(recalled.text).not.toContain("feature-login");
  });

  it("hints at error time from a candidate, labelled as unverified", async () => {
    const loop = await openLoop();
    await learnPush(loop);
    let hint = "";
    await loop.run("share my work", async (session) => {
      hint = await pushWithRepair(session, "another-branch");
    });
    expect(hint).toContain("UNVERIFIED");
    expect(hint).toContain("--set-upstream");
  });

  it("keeps a run whose own check failed from making a skill", async () => {
    const loop = await openLoop();
    await loop.run("push the branch", async (session) => {
      await pushWithRepair(session, "feature-login");
      session.verifiedBy(false, { check: "git status -sb" });
    });
    expect(await loop.process()).toMatchObject({ learned: 0, skipped: 1 });
    expect(await loop.skills.list()).toEqual([]);
  });

  it("adds a second occurrence to the first skill instead of making another", async () => {
    const loop = await openLoop();
    const name = await learnPush(loop);
    await loop.run("Push the branch release-2 to the remote", async (session) => {
      await pushWithRepair(session, "release-2");
    });
    await loop.process();
    expect((await loop.skills.list()).map((skill) => skill.name)).toEqual([name]);
    expect((await loop.skills.get(name)).traceIds).toHaveLength(2);
  });

  it("puts a skill in quarantine when its first re-run fails", async () => {
    const loop = await openLoop();
    const name = await learnPush(loop);
    const report = await loop.runPendingEvals(async ({ task }) => ({
      trace: { task, steps: [] },
      exitCode: 1,
      check: "c",
    }));
    expect(report).toMatchObject({ ran: 1, failed: 1 });
    expect(await loop.skills.get(name)).toMatchObject({ status: "quarantined" });
  });

  it("counts a runner that throws, hangs or checks nothing as a failed re-run", async () => {
    for (const runner of [
      async () => Promise.reject(new Error("crashed")),
      () => new Promise<never>(() => {}),
      async ({ task }: { task: string }) => ({ trace: { task, steps: [] } }),
    ] satisfies RerunRunner[]) {
      const loop = await openLoop({ home: join(home, `store-${open.length}`) });
      await loop.learn({
        task: "Push the branch a",
        reward: 1,
        steps: [
          {
            kind: "tool",
            tool: "bash",
            callId: "1",
            turn: 0,
            input: { command: "git push" },
            outcome: "tool-error",
            error: noUpstream("a"),
            exitCode: 128,
          },
          {
            kind: "tool",
            tool: "bash",
            callId: "2",
            turn: 1,
            input: { command: "git push --set-upstream origin a" },
            outcome: "ok",
          },
        ],
      });
      await loop.process();
      const report = await loop.runPendingEvals(runner, { timeoutMs: 50 });
      expect(report.passed).toBe(0);
    }
  });

  it("tells a runner that its time is up, so that it can end what it started", async () => {
    const loop = await openLoop();
    await learnPush(loop);
    let told = false;
    const runner: RerunRunner = ({ signal }) =>
      new Promise(() => {
        signal.addEventListener("abort", () => {
          told = true;
        });
      });
    await loop.runPendingEvals(runner, { timeoutMs: 20 });
    expect(told).toBe(true);
  });

  it("learns in the background when nobody calls process", async () => {
    const loop = await openLoop({ worker: "background" });
    await loop.run("Push the branch feature-login to the remote", async (session) => {
      await pushWithRepair(session, "feature-login");
    });
    await expect.poll(async () => (await loop.skills.list()).length, { timeout: 10_000 }).toBe(1);
  });

  it("tells each trace's fate and its reason", async () => {
    const loop = await openLoop();
    const receipt = await loop.learn({
      task: "say hello",
      messages: [
        { role: "user", content: "hello" },
        { role: "assistant", content: "hi" },
      ],
    });
    expect((await loop.trace(receipt.traceId)).fate).toMatchObject({ state: "waiting" });
    await loop.process();
    expect((await loop.trace(receipt.traceId)).fate).toMatchObject({
      state: "done",
      result: "skipped",
      stage: "learn",
    });
  });

  it("learns the same run once, and two runs that look alike twice", async () => {
    const loop = await openLoop();
    const run = { task: "t", messages: [{ role: "user", content: "hello" }] };
    const first = await loop.learn({ ...run, runId: "1" });
    expect(await loop.learn({ ...run, runId: "1" })).toMatchObject({ traceId: first.traceId, added: false });
    expect(await loop.learn({ ...run, runId: "2" })).toMatchObject({ added: true });
  });
});

describe("scopes", () => {
  it("DB9: keeps what one user learned from another user", async () => {
    const loop = await openLoop({ serve: "candidate" });
    const ann = loop.scoped({ user: "a" });
    const bob = loop.scoped({ user: "b" });
    await ann.run("Push the branch feature-login to the remote", async (session) => {
      await pushWithRepair(session, "feature-login");
    });
    await loop.process();
    const task = "push the branch to the remote";
    expect((await ann.recall(task)).hits).toHaveLength(1);
    expect((await bob.recall(task)).hits).toEqual([]);
    expect((await loop.recall(task)).hits).toEqual([]);
    expect((await bob.recallForError(noUpstream("z"))).hits).toEqual([]);
    expect(await bob.skills.list()).toEqual([]);
  });

  it("DB9: refuses a scope without a project, at run time as well", async () => {
    const scope = { user: "a" } as never;
    await expect(SkillLoop.open({ home: join(home, "x"), scope })).rejects.toMatchObject({
      code: "INVALID_OPTIONS",
    });
    const loop = await openLoop();
    expect(() => loop.scoped({ project: "other" })).toThrow(/narrow/);
  });
});

describe("what never breaks", () => {
  it("ME4, ME7: recall writes nothing, and nothing recalled is no text at all", async () => {
    const loop = await openLoop();
    const before = await folderListing(join(home, "store"));
    expect((await loop.recall("deploy the service")).text).toBe("");
    expect((await loop.recallForError("Error: connection reset")).text).toBe("");
    expect(await folderListing(join(home, "store"))).toEqual(before);
  });

  it("DB8: a hundred recalls and sessions leave no open files behind", async () => {
    const loop = await openLoop();
    await learnPush(loop);
    const round = async () => {
      await loop.recall("push the branch");
      await loop.run("push", (session) =>
        session.tool({ name: "bash", input: { command: "true" }, output: "" }),
      );
    };
    for (let index = 0; index < 20; index += 1) await round();
    const files = async () => (await readdir("/proc/self/fd").catch(() => [])).length;
    const before = await files();
    for (let index = 0; index < 100; index += 1) await round();
    expect(await files()).toBeLessThanOrEqual(before + 2);
  });

  it("leaves the host alone when its store fails, and tells onError", async () => {
    const errors: SkillLoopError[] = [];
    const broken = new Proxy({}, { get: () => async () => Promise.reject(new Error("disk on fire")) });
    const loop = await SkillLoop.open({
      store: broken as never,
      worker: "manual",
      onError: (error) => errors.push(error),
    });
    const answer = await loop.run("push", async (session) => {
      expect((await session.skills()).text).toBe("");
      expect((await session.tool({ name: "bash", input: {}, error: "fatal: no upstream branch" })).text).toBe(
        "",
      );
      return 42;
    });
    expect(answer).toBe(42);
    expect(errors.length).toBeGreaterThan(0);
  });

  it("leaves the host alone when its store hangs", async () => {
    const hanging = new Proxy({}, { get: () => () => new Promise(() => {}) });
    const loop = await SkillLoop.open({ store: hanging as never, worker: "manual", recallBudgetMs: 20 });
    const recalled = await loop.recall("push the branch to the remote");
    expect(recalled).toMatchObject({ hits: [], text: "" });
    expect(recalled.degraded ?? recalled.abstained?.reason).toContain("budget");
  });
});

async function folderListing(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true });
  return entries.sort();
}

describe("closing", () => {
  it("finishes the batch that process has in hand and reports it", async () => {
    const loop = await openLoop();
    for (const branch of ["a-one", "b-two"]) {
      await loop.run(`Push the branch ${branch} to the remote`, async (session) => {
        await pushWithRepair(session, branch);
      });
    }
    const processing = loop.process();
    await loop.close();
    const report = await processing;
    expect(report.learned + report.waiting).toBe(2);
  });
});
