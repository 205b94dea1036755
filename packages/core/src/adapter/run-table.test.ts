import { afterEach, describe, expect, it, vi } from "vitest";
import {
  arrive,
  asks,
  gives,
  runWorld,
  says,
  toolSteps,
  user,
} from "../testing/adapter/__fixtures__/run-world.ts";
import { promptTranscript } from "./provider-prompt.ts";

afterEach(() => void vi.useRealTimers());

const step = (id: string, n: unknown, output = "x") => [asks([id, "a", { n }]), gives([id, "a", output])];

const drawn = (n: number): string => `call_9fKq2LxT7bVw3ZmR8cY${n}`;

describe("which run a request belongs to", () => {
  it("goes on with the run whose calls it holds", async () => {
    const table = (await runWorld()).table();
    const run = arrive(table, [user("t")]);
    run.asked([{ id: "call_1", tool: "a", input: '{"n":1}' }]);
    const next = arrive(table, [user("t"), ...step("call_1", 1)]);
    expect(next).toBe(run);
    expect(table.size).toBe(1);
  });

  it.each([
    ["another task", [user("other"), ...step("call_1", 1)]],
    ["other arguments under a counted id", [user("t"), ...step("call_1", 2)]],
    ["another id", [user("t"), ...step("call_2", 1)]],
    ["another tool", [user("t"), asks(["call_1", "b", { n: 1 }]), gives(["call_1", "b", "x"])]],
    ["one call more", [user("t"), ...step("call_1", 1), ...step("call_2", 1)]],
    ["no calls yet", [user("t")]],
  ])("opens a run for %s", async (_name, prompt) => {
    const table = (await runWorld()).table();
    const run = arrive(table, [user("t")]);
    run.asked([{ id: "call_1", tool: "a", input: { n: 1 } }]);
    expect(arrive(table, prompt)).not.toBe(run);
    expect(table.size).toBe(2);
  });

  it.each([
    ["functions.getWeatherForecast:0", "getWeatherForecast"],
    ["getUserById_1", "getUserById"],
    ["readFileV2-1", "readFileV2"],
  ])("parts users whose servers count up %s", async (id, tool) => {
    const table = (await runWorld()).table();
    const ann = arrive(table, [user("t")]);
    ann.asked([{ id, tool, input: { of: "ann" } }]);
    const bobs = [user("t"), asks([id, tool, { of: "bob" }]), gives([id, tool, "of bob"])];
    expect(arrive(table, bobs)).not.toBe(ann);
    expect(ann.calls.map(({ state }) => state)).toEqual(["open"]);
  });

  it("goes on under an id drawn by lot with arguments that a schema has changed", async () => {
    const table = (await runWorld()).table();
    const run = arrive(table, [user("t")]);
    run.asked([{ id: drawn(1), tool: "a", input: { n: "1", unknown: true } }]);
    expect(arrive(table, [user("t"), ...step(drawn(1), 1)])).toBe(run);
    expect(run.calls).toHaveLength(1);
  });

  it("goes on with a run from whose messages its host has cut earlier calls", async () => {
    const table = (await runWorld()).table();
    const run = arrive(table, [user("t")]);
    for (const n of [1, 2, 3]) {
      run.asked([{ id: drawn(n), tool: "a", input: { n } }]);
      run.answered({ id: drawn(n), output: "x", exact: true });
    }
    expect(arrive(table, [user("t"), ...step(drawn(1), 1), ...step(drawn(3), 3)])).toBe(run);
    expect(run.calls).toHaveLength(3);
    run.said("");
    expect(arrive(table, [user("t"), ...step(drawn(2), 2)])).not.toBe(run);
  });

  it("takes no run whose model still answers: what looks like its next request is another agent's", async () => {
    const table = (await runWorld()).table();
    const one = arrive(table, [user("t")]);
    const two = arrive(table, [user("t")]);
    for (const run of [one, two]) run.asked([{ id: "call_1", tool: "a", input: { n: 1 } }]);
    one.answered({ id: "call_1", output: "x", exact: true });
    const third = arrive(table, [user("t"), ...step("call_1", 1)]);
    const fourth = arrive(table, [user("t"), ...step("call_1", 1)]);
    expect(new Set([one, two, third, fourth]).size).toBe(4);
  });

  it("takes none of two that fit, drops both, and reads all of it from the messages", async () => {
    const world = await runWorld();
    const table = world.table();
    const prompt = [user("t"), ...step("call_1", 1)];
    const twins = [arrive(table, [user("t")]), arrive(table, [user("t")])];
    for (const run of twins) run.asked([{ id: "call_1", tool: "a", input: { n: 1 } }]);
    const first = arrive(table, prompt);
    const second = arrive(table, prompt);
    expect(twins.map(({ isEnded }) => isEnded)).toEqual([true, true]);
    expect(table.size).toBe(2);
    for (const [run, name] of [
      [first, "one"],
      [second, "two"],
    ] as const) {
      run.asked([{ id: "call_2", tool: name, input: {} }]);
      run.answered({ id: "call_2", output: name, exact: true });
      run.said(`done ${name}`);
      await table.end(run, "completed");
    }
    const told = (await world.traces()).map((trace) => toolSteps(trace).map(({ tool }) => tool));
    expect(told.sort()).toEqual([
      ["a", "one"],
      ["a", "two"],
    ]);
  });

  it("keeps requests with one key together, and apart from those of another", async () => {
    const table = (await runWorld()).table();
    const run = arrive(table, [user("t")], { key: "thread-1" });
    expect(arrive(table, [user("anything")], { key: "thread-1" })).toBe(run);
    expect(arrive(table, [user("t")], { key: "thread-2" })).not.toBe(run);
    await table.end(run, "completed");
    expect(arrive(table, [user("t")], { key: "thread-1" })).not.toBe(run);
  });

  it("never takes a host's task id for a framework's key", async () => {
    const table = (await runWorld()).table({ taskId: ({ taskId }) => taskId });
    const named = arrive(table, [user("t")], { call: { taskId: "1" } });
    expect(arrive(table, [user("t")], { key: "1" })).not.toBe(named);
    expect(arrive(table, [user("other")], { call: { taskId: "1" } })).toBe(named);
  });

  it("knows a failed request that is sent again", async () => {
    const world = await runWorld();
    const table = world.table();
    const run = arrive(table, [user("t")]);
    table.failing(run, new Error("503"));
    expect(arrive(table, [user("t")])).toBe(run);
    run.asked([{ id: "call_1", tool: "a", input: { n: 1 } }]);
    expect(arrive(table, [user("t"), ...step("call_1", 1)])).toBe(run);
    table.failing(run, new Error("503"));
    expect(arrive(table, [user("t"), ...step("call_1", 1)])).toBe(run);
    run.said("done");
    await table.flush();
    expect((await world.traces()).map(({ end }) => end)).toEqual(["completed"]);
  });

  it("takes the same words of another talk for no failed request that is sent again", async () => {
    const table = (await runWorld()).table();
    const talk = (about: string) => [user(about), says("Shall I?"), user("yes, do it")];
    const one = arrive(table, talk("Push the branch"));
    table.failing(one, new Error("429"));
    const other = arrive(table, talk("Bill the customer"));
    expect(other).not.toBe(one);
    expect(other.history).toEqual(["Bill the customer"]);
    expect(arrive(table, [user("yes, do it")])).not.toBe(one);
    expect(arrive(table, talk("Push the branch"))).toBe(one);
  });

  it("ends a run as failed whose failed request nobody sends again", async () => {
    const world = await runWorld();
    const table = world.table();
    const run = arrive(table, [user("t"), ...step("call_1", 1)]);
    table.failing(run, new Error("overloaded"));
    await table.flush();
    const [trace] = await world.traces();
    expect(trace?.end).toBe("failed");
    expect(trace?.signals[0]?.detail).toContain("overloaded");
  });
});

describe("the scope and the id of a run", () => {
  it.each([
    ["a task id", { taskId: "shared" }, {}],
    ["a key", {}, { key: "shared" }],
    ["equal calls", {}, {}],
  ])("keeps users apart who share %s", async (_name, call, more) => {
    const world = await runWorld();
    const table = world.table({
      scope: ({ user: name }) => ({ user: name ?? "" }),
      taskId: ({ taskId }) => taskId,
    });
    const prompt = [user("t"), ...step("call_1", 1)];
    const runs = ["ann", "bob"].map((name) => {
      const run = arrive(table, prompt, { call: { ...call, user: name }, ...more });
      run.said("Let me see.");
      return run;
    });
    expect(runs[0]).not.toBe(runs[1]);
    for (const [index, run] of runs.entries()) {
      run.answered({ id: "call_1", output: `of ${index}`, exact: true });
    }
    await table.flush();
    const traces = await world.traces();
    expect(traces.map(({ scope }) => scope.user).sort()).toEqual(["ann", "bob"]);
    for (const { scope, steps } of traces) {
      expect(JSON.stringify(steps)).toContain(scope.user === "ann" ? "of 0" : "of 1");
    }
  });

  it("gives the run the id that its host has for it", async () => {
    const world = await runWorld();
    const table = world.table({ taskId: "job-7" });
    const run = arrive(table, [user("t"), ...step("call_1", 1)]);
    expect(run.id).toBe("job-7");
    await table.end(run, "completed");
    expect((await world.traces())[0]?.runId).toBe("job-7");
  });

  it.each([
    ["undefined", () => undefined, false],
    [
      "an error",
      () => {
        throw new Error("no user");
      },
      true,
    ],
    ["a user that is not known", () => ({ user: undefined }), true],
    ["an empty user", () => ({ user: "" }), true],
    ["a promise", async () => ({ user: "ann" }), true],
    ["another project", () => ({ project: "q" }), true],
    ["a text", () => "ann", true],
  ])("reads and stores nothing when the scope's function gives %s", async (_name, scope, isTold) => {
    const world = await runWorld();
    const reading = vi.spyOn(world.store, "libraryToken");
    const table = world.table({ scope: scope as never });
    const prompt = [user("t"), ...step("call_1", 1)];
    expect(table.runOf({ call: {}, transcript: promptTranscript(prompt) })).toBe(undefined);
    expect(table.openIn({})).toEqual([]);
    expect(table.size).toBe(0);
    expect(reading).not.toHaveBeenCalled();
    expect(await world.traces()).toEqual([]);
    expect(world.errors.length > 0).toBe(isTold);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("no id");
      },
      true,
    ],
    ["gives a promise", async () => "x", true],
    ["gives an empty text", () => " ", false],
    ["gives nothing", () => undefined, false],
  ])("goes on without a task id when its function %s", async (_name, taskId, isTold) => {
    const world = await runWorld();
    const table = world.table({ taskId: taskId as never });
    const run = arrive(table, [user("t")]);
    run.asked([{ id: "call_1", tool: "a", input: { n: 1 } }]);
    expect(arrive(table, [user("t"), ...step("call_1", 1)])).toBe(run);
    expect(world.errors.length > 0).toBe(isTold);
  });
});

describe("the end of what nobody ends", () => {
  it("flush ends what waits for nothing, and with endOpen also the rest that nobody holds", async () => {
    const world = await runWorld();
    const table = world.table();
    const held = arrive(table, [user("held"), ...step("call_1", 1)]);
    held.said("");
    held.held = true;
    arrive(table, [user("at its model"), ...step("call_1", 1)]);
    const streams = arrive(table, [user("in a stream"), ...step("call_1", 1)]);
    streams.said("The first words");
    streams.unanswered = 1;
    arrive(table, [user("at a tool")]).asked([{ id: "call_1", tool: "a", input: {} }]);
    const person = arrive(table, [user("at a person")]);
    person.answered({ id: "call_1", tool: "a", input: {}, outcome: "interrupted", exact: true });
    person.said("");
    const retried = arrive(table, [user("before another try"), ...step("call_1", 1)]);
    table.failing(retried, new Error("503"));
    retried.awaitsRetry = true;
    arrive(table, [user("left"), ...step("call_1", 1)]).said("Anything else?");
    table.failing(arrive(table, [user("given up"), ...step("call_1", 1)]), new Error("401"));
    const ends = async () => (await world.traces()).map(({ task, end }) => `${task}: ${end}`).sort();
    await table.flush();
    expect(await ends()).toEqual(["given up: failed", "left: completed"]);
    expect(table.size).toBe(6);
    await table.flush({ endOpen: true });
    expect(await ends()).toEqual([
      "at a person: aborted",
      "at a tool: aborted",
      "at its model: aborted",
      "before another try: failed",
      "given up: failed",
      "in a stream: aborted",
      "left: completed",
    ]);
    expect(table.size).toBe(1);
    await table.end(held, "completed");
    expect(table.size).toBe(0);
  });

  it("flush leaves another user's run whole while its tool works: each call is learned once", async () => {
    const world = await runWorld();
    const table = world.table({ scope: ({ user: name }) => ({ user: name ?? "" }) });
    const ann = arrive(table, [user("t")], { call: { user: "ann" } });
    ann.asked([{ id: "call_1", tool: "a", input: { n: 1 } }]);
    const bob = arrive(table, [user("t"), ...step("call_1", 1)], { call: { user: "bob" } });
    bob.said("done");
    await table.flush();
    ann.answered({ id: "call_1", output: "x", exact: true });
    const next = arrive(table, [user("t"), ...step("call_1", 1)], { call: { user: "ann" } });
    expect(next).toBe(ann);
    await table.flush();
    next.said("done");
    await table.flush();
    const traces = await world.traces();
    expect(traces.map(({ scope, end }) => [scope.user, end]).sort()).toEqual([
      ["ann", "completed"],
      ["bob", "completed"],
    ]);
    expect(traces.map((trace) => toolSteps(trace).length)).toEqual([1, 1]);
  });

  it("flush takes no longer than it is told", async () => {
    const world = await runWorld();
    let found: (nothing: undefined) => void = () => {};
    const table = world.table({ verify: () => new Promise((resolve) => (found = resolve)) });
    arrive(table, [user("t"), ...step("call_1", 1)]).said("done");
    const begun = performance.now();
    await table.flush({ timeoutMs: 20 });
    expect(performance.now() - begun).toBeLessThan(1_000);
    expect(table.size).toBe(0);
    found(undefined);
  });

  it("ends a run after its idle time, once, and no run that works", async () => {
    const world = await runWorld();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const table = world.table({ idleTimeoutMs: 1_000 });
    const idle = arrive(table, [user("idle"), asks(["c1", "a"])]);
    const busy = arrive(table, [user("busy"), asks(["c1", "a"])]);
    const held = arrive(table, [user("held"), asks(["c1", "a"])]);
    held.held = true;
    for (let at = 0; at < 4; at += 1) {
      busy.answered({ id: "c1", output: `${at}`, exact: true });
      vi.advanceTimersByTime(450);
    }
    expect([idle, busy, held].map(({ isEnded }) => isEnded)).toEqual([true, false, false]);
    expect(vi.getTimerCount()).toBeGreaterThan(0);
    vi.advanceTimersByTime(2_000);
    expect(busy.isEnded).toBe(true);
    expect(held.isEnded).toBe(false);
    void table.end(held, "aborted");
    await vi.advanceTimersByTimeAsync(10);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves a run alone before its idle time", async () => {
    const world = await runWorld();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const table = world.table({ idleTimeoutMs: 1_000 });
    arrive(table, [user("first"), asks(["c1", "a"])]);
    vi.advanceTimersByTime(499);
    const late = arrive(table, [user("late"), asks(["c1", "a"])]);
    vi.advanceTimersByTime(999);
    expect(late.isEnded).toBe(false);
    vi.advanceTimersByTime(600);
    expect(late.isEnded).toBe(true);
    await vi.advanceTimersByTimeAsync(10);
  });

  it.each([Number.POSITIVE_INFINITY, 2 ** 40])(
    "takes an idle time of %d for a very long one",
    async (idleTimeoutMs) => {
      const world = await runWorld();
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const run = arrive(world.table({ idleTimeoutMs }), [user("t"), asks(["c1", "a"])]);
      vi.advanceTimersByTime(86_400_000);
      expect(run.isEnded).toBe(false);
    },
  );

  it("tells of each run that is no longer open, once", async () => {
    const world = await runWorld();
    const table = world.table();
    const run = arrive(table, [user("t"), ...step("call_1", 1)]);
    await Promise.all([table.end(run, "completed"), table.end(run, "failed")]);
    await table.flush();
    expect(await world.traces()).toHaveLength(1);
  });

  it("leaves nothing behind after a thousand runs at once", async () => {
    const world = await runWorld();
    const table = world.table();
    const listeners = process.eventNames().map((name) => process.listenerCount(name));
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const before = timers();
    const play = async (n: number): Promise<void> => {
      // Every tenth is told as nine others are, so that some fit several.
      const task = `task ${n % 100}`;
      const begun = [user(task)];
      const run = arrive(table, begun);
      await run.notes(promptTranscript(begun));
      run.asked([{ id: "call_1", tool: "a", input: { n: n % 10 === 0 ? 0 : n } }]);
      await new Promise((resolve) => setTimeout(resolve, n % 7));
      const prompt = [...begun, ...step("call_1", n % 10 === 0 ? 0 : n)];
      const next = arrive(table, prompt);
      await next.notes(promptTranscript(prompt));
      next.said("done");
      await table.end(next, "completed");
    };
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => play(n)));
    await table.flush();
    expect(table.size).toBe(0);
    const traces = await world.traces();
    expect(traces.every((trace) => toolSteps(trace).length === 1)).toBe(true);
    expect(traces.length).toBeLessThanOrEqual(1_000);
    expect(traces.length).toBeGreaterThanOrEqual(900);
    await vi.waitFor(() => expect(timers()).toBeLessThanOrEqual(before));
    expect(process.eventNames().map((name) => process.listenerCount(name))).toEqual(listeners);
  });
});
