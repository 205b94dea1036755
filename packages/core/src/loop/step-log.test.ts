import { describe, expect, it } from "vitest";
import type { ToolStep } from "../types/trace.ts";
import { createStepLog, type StepLog } from "./step-log.ts";

const tools = (log: StepLog): readonly ToolStep[] =>
  log.steps.filter((step): step is ToolStep => step.kind === "tool");

const told = (log: StepLog) =>
  tools(log).map(({ callId, turn, outcome, output }) => [callId, turn, outcome, output]);

describe("createStepLog", () => {
  it("keeps the order and the turn in which calls were asked for, whatever the order of their results", () => {
    const log = createStepLog();
    log.ask([
      { tool: "a", input: { n: 1 }, callId: "c1" },
      { tool: "b", input: { n: 2 }, callId: "c2" },
    ]);
    log.answer({ callId: "c2", output: "B" });
    log.answer({ callId: "c1", output: "A" });
    log.ask([{ tool: "a", input: { n: 3 }, callId: "c3" }]);
    expect(told(log)).toEqual([
      ["c1", 0, "ok", "A"],
      ["c2", 0, "ok", "B"],
      ["c3", 1, "missing", undefined],
    ]);
  });

  it("puts calls that are asked for one by one before any answer into one turn", () => {
    const log = createStepLog();
    for (const callId of ["c1", "c2"]) log.ask([{ tool: "a", input: {}, callId }]);
    log.answer({ callId: "c1", output: "x" });
    log.ask([{ tool: "a", input: {}, callId: "c3" }]);
    expect(tools(log).map(({ turn }) => turn)).toEqual([0, 0, 1]);
  });

  it("LG6: counts a call that is reported twice once", () => {
    const log = createStepLog();
    const call = { callId: "c1", tool: "bash", input: { command: "ls" }, output: "x" };
    log.answer(call);
    log.answer({ ...call, input: { command: "ls" } });
    expect(told(log)).toEqual([["c1", 0, "ok", "x"]]);
  });

  it("LG4: takes the last result of a call that a resumed run reports again", () => {
    const log = createStepLog();
    log.ask([
      { tool: "a", input: {}, callId: "c1" },
      { tool: "ask", input: {}, callId: "c2" },
    ]);
    log.answer({ callId: "c1", output: "first" });
    log.answer({ callId: "c2", outcome: "interrupted" });
    log.answer({ callId: "c1", output: "second" });
    log.answer({ callId: "c2", output: "yes" });
    expect(told(log)).toEqual([
      ["c1", 0, "ok", "second"],
      ["c2", 0, "ok", "yes"],
    ]);
  });

  it("PR3: keeps calls apart that a server gave one id, or none", () => {
    const log = createStepLog();
    log.answer({ callId: "c", tool: "a", input: { n: 1 }, output: "1" });
    log.answer({ callId: "c", tool: "a", input: { n: 2 }, output: "2" });
    log.answer({ callId: "c", tool: "b", input: { n: 2 }, output: "3" });
    log.answer({ tool: "a", input: {}, output: "4" });
    log.answer({ callId: "", tool: "a", input: {}, output: "5" });
    expect(tools(log).map(({ output }) => output)).toEqual(["1", "2", "3", "4", "5"]);
    expect(new Set(tools(log).map(({ callId }) => callId)).size).toBe(5);
  });

  it("takes no call's own number for a host's id", () => {
    const log = createStepLog();
    log.answer({ tool: "a", input: { n: 1 }, output: "unnamed" });
    log.answer({ callId: "1", tool: "a", input: { n: 1 }, output: "named" });
    expect(tools(log).map(({ output }) => output)).toEqual(["unnamed", "named"]);
  });

  it("leaves a call without a result missing, and says so", () => {
    const log = createStepLog();
    log.ask([{ tool: "a", input: {} }]);
    expect(tools(log)).toMatchObject([
      { outcome: "missing", error: "No result was recorded for this call." },
    ]);
  });

  it("keeps the arguments that a call ran with where a person changed them", () => {
    const log = createStepLog();
    log.ask([{ tool: "mail", input: { to: "all" }, callId: "c1" }]);
    log.answer({ callId: "c1", input: { to: "one" }, output: "sent" });
    expect(tools(log)).toMatchObject([{ input: { to: "one" }, outcome: "ok" }]);
  });
});
