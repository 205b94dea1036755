import { afterEach, describe, expect, it } from "vitest";
import { SkillLoopError } from "./errors.ts";
import { memoryStore } from "./io/memory/memory-store.ts";
import type { LogRecord } from "./ports/logger.ts";
import type { Store } from "./ports/store.ts";
import { SkillLoop } from "./skill-loop.ts";
import type { LoopOptions } from "./types/loop.ts";

const secret = `gho_${"a1B2".repeat(9)}`;
const scope = { project: "p" };
const opened: SkillLoop[] = [];
const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

afterEach(async () => {
  await Promise.all(opened.splice(0).map((loop) => loop.close().catch(() => undefined)));
});

async function open(options: LoopOptions = {}): Promise<SkillLoop> {
  const loop = await SkillLoop.open({ store: memoryStore(), scope, worker: "manual", ...options });
  opened.push(loop);
  return loop;
}

/** A store of a host's own that fails with its driver's error, which holds the connection string. */
function brokenStore(): Store {
  const fail = async (): Promise<never> => {
    throw Object.assign(new Error(`connect postgres://u:${secret}@db failed`), { config: { secret } });
  };
  const working = memoryStore();
  return new Proxy(working, {
    get: (store, name: keyof Store) =>
      name === "close" || name === "libraryToken" || name === "readLibrary" ? store[name] : fail,
  });
}

const everythingIn = (error: unknown): string => {
  const parts: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    parts.push(at.message, at.stack ?? "", JSON.stringify(Object.entries(at)), String(at.cause ?? ""));
  }
  return parts.join("\n");
};

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "it resolved",
    (error: unknown) => error,
  );

const run = { task: "t", steps: [{ tool: "bash", input: {}, output: "ok" }] };

describe("a loop that a host calls with anything", () => {
  it("takes null for no options", async () => {
    const loop = await open();
    expect((await loop.recall("push", null)).hits).toEqual([]);
    expect((await loop.recallForError("fatal: x", null)).hits).toEqual([]);
    expect((await loop.recall(null as never)).hits).toEqual([]);
    expect(loop.session("t", null).task).toBe("t");
    expect(await loop.run("t", () => 7, null)).toBe(7);
    expect((await loop.process(null)).traces).toEqual([]);
    expect(await loop.flush(null)).toBe(undefined);
    expect(loop.scoped(null as never).scope).toEqual(scope);
  });

  it("answers a recall whose options throw when they are read", async () => {
    const loop = await open();
    const options = {
      get limit(): number {
        throw new Error("getter");
      },
    };
    expect((await loop.recall("push", options)).hits).toEqual([]);
  });

  it("survives a logger and an error handler that throw or reject", async () => {
    process.on("unhandledRejection", note);
    for (const fail of [
      async (): Promise<never> => {
        throw new Error("later");
      },
      (): never => {
        throw new Error("now");
      },
    ]) {
      const loop = await open({ logger: fail, onError: fail });
      const session = loop.session("t");
      session.used(undefined as never);
      await session.tool({ name: "a", input: {}, output: "" });
      expect(await session.end()).toMatchObject({ added: true });
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    process.off("unhandledRejection", note);
    expect(unhandled).toEqual([]);
  });

  it("refuses a limit with which nothing would be done", async () => {
    const loop = await open();
    for (const limit of [Number.NaN, 0, -1, "many" as never]) {
      await expect(loop.process({ limit })).rejects.toMatchObject({ code: "INVALID_OPTIONS" });
      await expect(loop.runPendingEvals(async () => ({ trace: run }), { limit })).rejects.toMatchObject({
        code: "INVALID_OPTIONS",
      });
    }
  });
});

describe("errors of a loop", () => {
  it("rejects with nothing but its own errors, without the store's secrets", async () => {
    const loop = await open({ store: brokenStore() });
    const calls: readonly Promise<unknown>[] = [
      loop.learn(run),
      loop.learnMany([run]),
      loop.learnMany(null as never),
      loop.learn(null as never),
      loop.process(),
      loop.pendingEvals(),
      loop.trace("t"),
      loop.requeue(),
      loop.purge({ all: true }),
      loop.stats(),
      loop.backup("/nowhere"),
      loop.skills.list(),
      loop.skills.get("x"),
      loop.skills.approve("x", null as never),
      loop.skills.retire("x", { by: "ann" }),
      loop.skills.list(null as never),
    ];
    for (const error of await Promise.all(calls.map(rejection))) {
      expect(SkillLoopError.isInstance(error), String(error)).toBe(true);
      expect(everythingIn(error)).not.toContain(secret);
    }
  });

  it("hands no raw cause and no raw request id to onError and to the log", async () => {
    const told: unknown[] = [];
    const records: LogRecord[] = [];
    const loop = await open({
      store: brokenStore(),
      onError: (error) => void told.push(error),
      logger: (record) => void records.push(record),
    });
    const session = loop.session("t", { runId: `run ${secret}` });
    await session.tool({ name: "a", input: {}, output: "" });
    await session.end();
    expect(told).toMatchObject([{ code: "INTERNAL", cause: { name: "Error" } }]);
    expect(everythingIn(told[0])).not.toContain(secret);
    expect(everythingIn(told[0])).toContain("[redacted]");
    expect(records.map(({ requestId }) => requestId)).toContain("run [redacted]");
    expect(JSON.stringify(records)).not.toContain(secret);
  });
});

describe("what cannot vouch for a skill", () => {
  const error =
    "fatal: The current branch login has no upstream branch.\nTo push and set it, use --set-upstream";
  const repaired = {
    runId: "first",
    task: "Push the branch login to the remote",
    reward: 1,
    steps: [
      { tool: "bash", input: { command: "git push" }, error, exitCode: 128 },
      {
        tool: "bash",
        input: { command: "git push --set-upstream origin login" },
        output: "done",
        exitCode: 0,
      },
    ],
  };
  const learned = async () => {
    const loop = await open();
    await loop.learn(repaired);
    await loop.process();
    const [skill] = await loop.skills.list();
    if (skill === undefined) throw new Error("nothing was learned");
    expect(skill.status).toBe("candidate");
    return { loop, skill };
  };
  const statusOf = async (loop: SkillLoop, name: string) => (await loop.skills.get(name)).status;

  it("is a trace that claims to have been shown it and to have used it", async () => {
    const { loop, skill } = await learned();
    const shown = [{ skillId: skill.id, name: skill.name, version: skill.version, when: "task" }];
    const steps = [{ tool: "bash", input: { command: "true" }, output: "", exitCode: 0 }];
    const claims = ["a", "b", "c", "d"].map((runId) => ({
      ...{ runId, task: `Do ${runId}`, steps, reward: 1, shown, used: [skill.name] },
      bulletFeedback: skill.served.content.bullets.map(({ id }) => ({
        skillId: skill.id,
        bulletId: id,
        verdict: "helpful",
      })),
    }));
    await loop.learnMany(claims);
    await loop.process();
    expect(await statusOf(loop, skill.name)).toBe("candidate");
    expect((await loop.skills.get(skill.name)).evidence).toHaveLength(1);
  });

  it("is an agent's own signal in the name of a test", async () => {
    const { loop, skill } = await learned();
    for (const runId of ["a", "b", "c", "d"]) {
      await loop.run(
        repaired.task,
        async (session) => {
          await session.skills();
          await session.tool({ name: "bash", input: { command: "git push" }, error, exitCode: 128 });
          session.used(skill.name);
          session.signal({ source: "test", outcome: "success", check: "npm test" } as never);
          session.verifiedBy(true, undefined as never);
        },
        { runId },
      );
    }
    await loop.process();
    expect(await statusOf(loop, skill.name)).toBe("candidate");
  });
});

describe("a scoped view", () => {
  it("cannot touch what it shares with every other scope", async () => {
    const loop = await open();
    const view = loop.scoped({ user: "ann" });
    expect(() => view.startWorker()).toThrow(/NOT_ALLOWED|scoped view/);
    await expect(view.stopWorker()).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await expect(view.backup("/nowhere")).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    await view.close();
    expect(await loop.learn(run)).toMatchObject({ added: true });
  });
});
