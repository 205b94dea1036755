import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  arrive,
  asks,
  failure,
  gives,
  runWorld,
  says,
  toolSteps,
  user,
} from "../testing/adapter/__fixtures__/run-world.ts";
import type { FinishedRun } from "./adapter-options.ts";

const unhandled: unknown[] = [];
const note = (error: unknown): void => void unhandled.push(error);

beforeAll(() => void process.on("unhandledRejection", note));

afterAll(() => {
  process.off("unhandledRejection", note);
  expect(unhandled, "LC11: a promise of ours was left without a handler").toEqual([]);
});

const outcomes = (
  steps: readonly { readonly callId: string; readonly outcome: string; readonly turn: number }[],
) => steps.map(({ callId, turn, outcome }) => [callId, turn, outcome]);

describe("what a run records", () => {
  it("keeps parallel calls in the order and the turn in which they were asked for", async () => {
    const world = await runWorld();
    const table = world.table();
    const run = arrive(table, [user("add")]);
    run.asked([
      { id: "c1", tool: "add", input: '{"a":1}' },
      { id: "c2", tool: "add", input: { a: 2 } },
    ]);
    run.answered({ id: "c2", output: "2", exact: true });
    run.answered({ id: "c1", output: "1", exact: true });
    run.asked([{ id: "c3", tool: "add", input: {} }]);
    await table.end(run, "completed");
    const [trace] = await world.traces();
    expect(outcomes(toolSteps(trace))).toEqual([
      ["c1", 0, "ok"],
      ["c2", 0, "ok"],
      ["c3", 1, "missing"],
    ]);
    expect(toolSteps(trace).map(({ input, output }) => [input, output])).toEqual([
      [{ a: 1 }, "1"],
      [{ a: 2 }, "2"],
      [{}, undefined],
    ]);
  });

  it("is stored at once when somebody waits for it, and else once the framework has handed its answer over", async () => {
    const world = await runWorld();
    const table = world.table();
    const run = arrive(table, [user("add")]);
    run.asked([{ id: "c1", tool: "add", input: {} }]);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const ended = vi.fn();
      void table.end(run, "completed").then(ended);
      for (let turn = 0; turn < 50; turn += 1) await undefined;
      expect(ended).not.toHaveBeenCalled();
      void world.loop.flush();
      for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(ended).toHaveBeenCalledOnce();
    } finally {
      vi.useRealTimers();
    }
  });

  it("LG6: counts a call that two handlers report once", async () => {
    const world = await runWorld();
    const run = arrive(world.table(), [user("t")]);
    for (let handler = 0; handler < 2; handler += 1) {
      run.asked([
        { id: "c1", tool: "a", input: { n: 1 } },
        { id: "c2", tool: "b", input: {} },
      ]);
    }
    for (let handler = 0; handler < 2; handler += 1) {
      run.answered({ id: "c1", tool: "a", output: "x", exact: true });
      run.answered({ id: "c2", tool: "b", output: "y", exact: true });
    }
    await run.end("completed");
    expect(outcomes(toolSteps((await world.traces())[0]))).toEqual([
      ["c1", 0, "ok"],
      ["c2", 0, "ok"],
    ]);
  });

  it("LG6: counts a call once whose result is reported before the call itself", async () => {
    const world = await runWorld();
    const run = arrive(world.table(), [user("t")]);
    run.answered({ id: "c1", tool: "a", input: { n: 1 }, output: "x", exact: true });
    run.asked([{ id: "c1", tool: "a", input: { n: 1 } }]);
    await run.end("completed");
    expect(outcomes(toolSteps((await world.traces())[0]))).toEqual([["c1", 0, "ok"]]);
  });

  it("LG4: counts the siblings of an interrupted call once when the resumed run reports them again", async () => {
    const world = await runWorld();
    const run = arrive(world.table(), [user("t")], { key: "thread" });
    const pass = (second: object): void => {
      run.answered({ id: "c1", tool: "a", input: {}, output: "x", exact: true });
      run.answered({ id: "c2", tool: "ask", input: {}, exact: true, ...second });
    };
    run.asked(["a", "ask"].map((tool, index) => ({ id: `c${index + 1}`, tool, input: {} })));
    const interrupt = Object.assign(new Error("[{}]"), { name: "GraphInterrupt", is_bubble_up: true });
    pass({ error: interrupt });
    expect(run.hasOpenCalls).toBe(true);
    pass({ output: "yes" });
    await run.end("completed");
    expect(outcomes(toolSteps((await world.traces())[0]))).toEqual([
      ["c1", 0, "ok"],
      ["c2", 0, "ok"],
    ]);
  });

  it("PR3: counts a call that is made again under the id its server gave it before", async () => {
    const world = await runWorld();
    const run = arrive(world.table(), [user("t")]);
    for (const output of ["not there yet", "there"]) {
      run.asked([{ id: "functions.getUserById:0", tool: "getUserById", input: { n: 1 } }]);
      run.answered({ id: "functions.getUserById:0", tool: "getUserById", output, exact: true });
    }
    await run.end("completed");
    expect(toolSteps((await world.traces())[0]).map(({ output }) => output)).toEqual([
      "not there yet",
      "there",
    ]);
  });

  it("PR3: keeps calls apart whose ids are missing, empty, or used again in the next turn", async () => {
    const world = await runWorld();
    const run = arrive(world.table(), [
      user("t"),
      asks([undefined, "a", { n: 1 }], ["", "a", { n: 2 }]),
      gives([undefined, "a", "1"], ["", "a", "2"]),
      asks(["call_1", "a", { n: 3 }]),
      gives(["call_1", "a", "3"]),
      asks(["call_1", "a", { n: 3 }]),
      gives(["call_1", "a", "4"]),
    ]);
    await run.end("completed");
    const steps = toolSteps((await world.traces())[0]);
    expect(steps.map(({ output, turn }) => [output, turn])).toEqual([
      ["1", 0],
      ["2", 0],
      ["3", 1],
      ["4", 2],
    ]);
    expect(new Set(steps.map(({ callId }) => callId)).size).toBe(4);
  });

  it.each([
    ["the order of the calls", ["A", "B"]],
    ["the other order", ["B", "A"]],
  ])(
    "LC4: gives results without an id, in %s, to the call with their arguments, never to the latest of their name",
    async (_, order) => {
      const world = await runWorld();
      const run = arrive(world.table(), [user("t")]);
      run.asked([
        { tool: "search", input: { q: 1 } },
        { tool: "search", input: { q: 2 } },
      ]);
      for (const output of order)
        run.answered({ tool: "search", input: { q: output === "A" ? 1 : 2 }, output, exact: true });
      await run.end("completed");
      expect(toolSteps((await world.traces())[0]).map(({ input, output }) => [input, output])).toEqual([
        [{ q: 1 }, "A"],
        [{ q: 2 }, "B"],
      ]);
    },
  );

  it("LC5: keeps two calls of one response apart that share everything but their ids", async () => {
    const world = await runWorld();
    const run = arrive(world.table(), [user("t")]);
    run.answered({ id: "r1", tool: "a", input: {}, output: "1", exact: true });
    run.answered({ id: "r2", tool: "a", input: {}, output: "2", exact: true });
    await run.end("completed");
    const traces = await world.traces();
    expect(traces).toHaveLength(1);
    expect(toolSteps(traces[0]).map(({ output }) => output)).toEqual(["1", "2"]);
  });

  it.each([
    ["LG1", "an interrupt", { name: "GraphInterrupt", is_bubble_up: true }],
    ["LG1", "an interrupt of another copy of the library, by its name", { name: "GraphInterrupt" }],
    [
      "LG1",
      "an interrupt whose name a bundler has shortened, by its mark",
      { name: "e", is_bubble_up: true },
    ],
    ["LG1", "an interrupt that is the cause", { cause: { name: "GraphInterrupt" } }],
    ["LG2", "a hand-off", { name: "ParentCommand", is_bubble_up: true }],
    ["LG2", "a hand-off of another copy of the library, by its name", { name: "ParentCommand" }],
    ["LG2", "a hand-off whose name a bundler has shortened, by its mark", { name: "t", is_bubble_up: true }],
  ])("%s: takes %s that is thrown for no failure, and asks for no hint", async (_id, _what, marks) => {
    const world = await runWorld();
    const error = Object.assign(new Error("[{}]"), marks);
    const asked = vi.spyOn(world.store, "libraryToken");
    const run = arrive(world.table(), [user("t"), asks(["c1", "ask"])]);
    asked.mockClear();
    run.answered({ id: "c1", error, exact: true });
    expect(run.hasOpenCalls, "it waits for its resume").toBe(true);
    await run.end("completed");
    expect(asked).not.toHaveBeenCalled();
    const [trace] = await world.traces();
    expect(outcomes(toolSteps(trace))).toEqual([["c1", 0, "interrupted"]]);
    expect(trace?.signals).toEqual([]);
  });

  it("LG1: takes a resumed call for the interrupted one, also when a person has changed its arguments", async () => {
    const world = await runWorld();
    const run = arrive(world.table(), [user("t"), asks(["c1", "ask", { to: "all" }])]);
    const error = Object.assign(new Error("[{}]"), { name: "GraphInterrupt", is_bubble_up: true });
    run.answered({ id: "c1", tool: "ask", input: { to: "all" }, error, exact: true });
    run.answered({ id: "c1", tool: "ask", input: { to: "ann" }, output: "sent", exact: true });
    await run.end("completed");
    const [step, ...more] = toolSteps((await world.traces())[0]);
    expect(more).toEqual([]);
    expect(step).toMatchObject({ input: { to: "ann" }, outcome: "ok", output: "sent" });
  });

  it("LG8: takes an interrupt under a retry for one interrupted call", async () => {
    const world = await runWorld();
    const table = world.table();
    const begun = [user("t"), asks(["c1", "ask"])];
    const run = arrive(table, begun, { key: "k" });
    const error = Object.assign(new Error("[{}]"), { name: "GraphInterrupt", is_bubble_up: true });
    for (let attempt = 0; attempt < 3; attempt += 1)
      run.answered({ id: "c1", tool: "ask", error, exact: true });
    const told = failure("Tool 'ask' failed after 3 attempts with GraphInterrupt: [{}]");
    arrive(table, [...begun, gives(["c1", "ask", told])], { key: "k" });
    await run.end("completed");
    expect(outcomes(toolSteps((await world.traces())[0]))).toEqual([["c1", 0, "interrupted"]]);
  });

  it("keeps what the host reported itself over what a message says of it, whichever comes first", async () => {
    const world = await runWorld();
    const table = world.table();
    const asked = [user("t"), asks(["c1", "a"], ["c2", "a"])];
    const run = arrive(table, asked, { key: "k" });
    run.answered({ id: "c1", error: new Error("exact"), durationMs: 5, exact: true });
    arrive(table, [...asked, gives(["c1", "a", failure("worded")], ["c2", "a", failure("worded")])], {
      key: "k",
    });
    run.answered({ id: "c2", error: new Error("exact"), exact: true });
    await run.end("completed");
    expect(toolSteps((await world.traces())[0]).map(({ error }) => error)).toEqual([
      "Error: exact",
      "Error: exact",
    ]);
  });

  it("records the arguments that a person changed, and knows the call by them afterwards", async () => {
    const world = await runWorld();
    const table = world.table();
    const run = arrive(table, [user("t")]);
    run.asked([{ id: "call_1", tool: "mail", input: { to: "all" } }]);
    run.answered({ id: "call_1", tool: "mail", input: { to: "one" }, output: "sent", exact: true });
    const next = arrive(table, [
      user("t"),
      asks(["call_1", "mail", { to: "one" }]),
      gives(["call_1", "mail", "sent"]),
    ]);
    expect(next).toBe(run);
    await run.end("completed");
    expect(toolSteps((await world.traces())[0])).toMatchObject([{ input: { to: "one" }, outcome: "ok" }]);
  });

  it("stores no talk without a call, and asks no check about it", async () => {
    const world = await runWorld();
    const verify = vi.fn(() => ({ check: "c", passed: true }));
    const run = arrive(world.table({ verify }), [user("hello")]);
    run.said("Hello!");
    await run.end("completed");
    expect(verify).not.toHaveBeenCalled();
    expect(await world.traces()).toEqual([]);
  });

  it("keeps what the model said before its first call, and once when two parts report it", async () => {
    const world = await runWorld();
    const run = arrive(world.table(), [user("t")]);
    run.said("I will look.");
    run.said("I will look.");
    run.asked([{ id: "c1", tool: "a", input: {} }]);
    run.answered({ id: "c1", output: "x", exact: true });
    run.said("Done.");
    run.said("Done.");
    await run.end("completed");
    const texts = (await world.traces())[0]?.steps.flatMap((step) =>
      step.kind === "text" ? [step.text] : [],
    );
    expect(texts).toEqual(["I will look.", "Done."]);
  });

  it("gives a failed run a signal that says so, and an aborted one none", async () => {
    const world = await runWorld();
    const table = world.table();
    for (const how of ["failed", "aborted"] as const) {
      const run = arrive(table, [user(how), asks([how, "a"]), gives([how, "a", "x"])]);
      await table.end(run, how, how === "failed" ? { status: 503, message: "overloaded" } : undefined);
    }
    const traces = await world.traces();
    expect(traces.map(({ end }) => end)).toEqual(["failed", "aborted"]);
    expect(traces[0]?.signals).toMatchObject([{ source: "heuristic", outcome: "failure" }]);
    expect(traces[0]?.signals[0]?.detail).toContain("overloaded");
    expect(traces[1]?.signals).toEqual([]);
  });

  it.each([
    ["the error itself", (reply: object) => Object.assign(new Error("400"), reply)],
    ["its body", (error: object) => Object.assign(new Error("400"), { error })],
    [
      "its data, as the AI SDK has it",
      (error: object) => Object.assign(new Error("400"), { data: { error } }),
    ],
  ])(
    "PR5: takes a call that the model's server refused for no call, and keeps what it wrote: %s",
    async (_name, wrap) => {
      const world = await runWorld();
      const run = arrive(world.table(), [user("search it")]);
      const written = 'web_search{"query":"x"}</function>';
      await run.end("failed", wrap({ code: "tool_use_failed", failed_generation: written }));
      const [trace] = await world.traces();
      expect(toolSteps(trace)).toEqual([]);
      expect(trace).toMatchObject({
        end: "failed",
        steps: [{ kind: "text", role: "assistant", text: written }],
      });
      expect(trace?.signals).toMatchObject([{ source: "heuristic", outcome: "failure" }]);
    },
  );

  it("MA1: learns only the new turn of a history that is sent again under fresh ids", async () => {
    const world = await runWorld();
    const table = world.table();
    const turn = (id: string) => [user("one"), asks([id, "a"]), gives([id, "a", "x"]), says("done")];
    const first = arrive(table, turn("id-1").slice(0, 3));
    await table.end(first, "completed");
    const second = arrive(table, [
      ...turn("id-2"),
      user("two"),
      asks(["id-3", "b"]),
      gives(["id-3", "b", "y"]),
    ]);
    await table.end(second, "completed");
    const traces = await world.traces();
    expect(traces.map(({ task }) => task)).toEqual(["one", "two"]);
    expect(toolSteps(traces[1]).map(({ tool }) => tool)).toEqual(["b"]);
  });

  it("takes nothing after its end", async () => {
    const world = await runWorld();
    const run = arrive(world.table(), [user("t"), asks(["c1", "a"])]);
    await Promise.all([run.end("completed"), run.end("failed", new Error("late"))]);
    run.asked([{ id: "c2", tool: "b", input: {} }]);
    run.answered({ id: "c1", output: "late", exact: true });
    run.said("late");
    const traces = await world.traces();
    expect(traces).toHaveLength(1);
    expect(traces[0]?.end).toBe("completed");
    expect(outcomes(toolSteps(traces[0]))).toEqual([["c1", 0, "missing"]]);
  });
});

describe("the check of a run", () => {
  const play = async (verify: (run: FinishedRun) => never) => {
    const world = await runWorld();
    const table = world.table({ verify });
    const run = arrive(table, [
      user("t"),
      asks(["c1", "bash", { command: "ls" }]),
      gives(["c1", "bash", "a.ts"]),
    ]);
    run.said("There is a.ts.");
    await table.end(run, "completed");
    const [trace] = await world.traces();
    return { world, run, trace };
  };

  it.each([
    ["a value", { check: "npm test", passed: true }, "success"],
    ["a promise", Promise.resolve({ check: "npm test", exitCode: 1 }), "failure"],
    ["a process that was killed", { check: "npm test", exitCode: null }, "unknown"],
  ])("may be %s", async (_name, found, outcome) => {
    const { trace } = await play(() => found as never);
    expect(trace?.signals).toMatchObject([{ source: "test", check: "npm test", outcome }]);
  });

  it.each([undefined, null])("may be %j: then there is none", async (found) => {
    const { trace, world } = await play(() => found as never);
    expect(trace?.signals).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  it("sees the whole run", async () => {
    const seen: FinishedRun[] = [];
    const { run } = await play((finished) => void seen.push(finished) as never);
    expect(seen).toMatchObject([
      {
        runId: run.id,
        task: "t",
        scope: { project: "p" },
        answer: "There is a.ts.",
        end: "completed",
        steps: [{ tool: "bash", input: { command: "ls" }, outcome: "ok", output: "a.ts" }],
      },
    ]);
  });

  it.each([
    [
      "throws",
      () => {
        throw new Error("broken check");
      },
    ],
    ["rejects", () => Promise.reject(new Error("broken check"))],
  ])("that %s is told of, and the run is stored without it", async (_name, verify) => {
    const { trace, world } = await play(verify as never);
    expect(toolSteps(trace)).toHaveLength(1);
    expect(trace?.signals).toEqual([]);
    expect(world.errors.map(({ message }) => message).join()).toContain("broken check");
  });
});
