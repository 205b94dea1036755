import { describe, expect, it } from "vitest";
import { bash, call, failed, passed, type SampleStep, said, sampleRun } from "../../testing/run-samples.ts";
import { promptData } from "../../text/prompt-data.ts";
import type { Signal } from "../../types/signal.ts";
import type { StepOutcome, Trace } from "../../types/trace.ts";
import { learnRepairs } from "../learn-repairs.ts";
import { whyReflect } from "./should-reflect.ts";

function why(steps: readonly SampleStep[], fields: Partial<Trace> = {}): string | undefined {
  const trace = sampleRun(steps, fields);
  return whyReflect(trace, learnRepairs(trace));
}

const error = "fatal: The current branch topic has no upstream branch.";
const push = bash("git push", { error });
const look = bash("git status", { output: "On branch topic" });
const ended = (outcome: StepOutcome): SampleStep => ({
  kind: "tool",
  tool: "bash",
  input: { command: "git push" },
  outcome,
  error,
});
const opinion = (source: Signal["source"], outcome: Signal["outcome"]): Partial<Trace> => ({
  signals: [{ source, outcome }],
});

describe("whyReflect: by how the run went", () => {
  it.each<readonly [string, Partial<Trace>]>([
    ["a failed test", { signals: [failed] }],
    ["checks that disagree", { signals: [failed, { ...passed, check: "lint" }] }],
    ["a user who says that it failed", opinion("user", "failure")],
    ["the agent's own word that it failed", opinion("self", "failure")],
  ])("asks after %s, whatever its calls did", (_name, fields) => {
    expect(why([look], fields)).toEqual(expect.any(String));
  });

  it.each<readonly [string, Partial<Trace>]>([
    ["nothing says", { signals: [] }],
    ["only the agent says", opinion("self", "success")],
    ["only a guess says", opinion("heuristic", "success")],
    ["a check that never finished says", { signals: [{ ...passed, outcome: "unknown" }] }],
  ])("where %s how it went, asks after a failed call among two", (_name, fields) => {
    expect(why([push, look], fields)).toEqual(expect.any(String));
    expect(why([push], fields)).toBeUndefined();
    expect(why([look, look], fields)).toBeUndefined();
    expect(why([look, look], { ...fields, end: "failed" })).toEqual(expect.any(String));
  });

  it.each<readonly [string, SampleStep]>([
    ["a network that was down", bash("git pull", { error: "fatal: Could not resolve host: forge" })],
    ["a look that found nothing", bash("cat nowhere", { error: "cat: nowhere: No such file or directory" })],
    ["a call that the provider could not read", call("search", {}, { error: '{"code":"tool_use_failed"}' })],
    ["a call that was stopped", ended("interrupted")],
    ["a call without a result", ended("missing")],
  ])("where nothing says how it went, does not ask after %s", (_name, step) => {
    expect(why([step, look], { signals: [] })).toBeUndefined();
  });
});

describe("whyReflect: after a success", () => {
  it("asks about a failure that no repair explains", () => {
    expect(why([push, look])).toEqual(expect.any(String));
  });

  it("does not ask where repairs explain every failure", () => {
    const repaired = [push, bash("git push -u origin topic")];
    expect(learnRepairs(sampleRun(repaired)).lessons).toHaveLength(1);
    expect(why(repaired)).toBeUndefined();
    expect(why([push, ...repaired])).toBeUndefined();
  });

  it.each<readonly [string, readonly SampleStep[]]>([
    ["no call failed", [look, look]],
    ["only a look failed", [bash("cat nowhere", { error: "cat: nowhere: No such file or directory" }), look]],
    ["the same call failed once", [bash("npm test", { error: "1 test failed: adds vat" }), bash("npm test")]],
    [
      "a call beside it worked",
      [
        { ...push, turn: 0 },
        { ...bash("git push -u origin topic"), turn: 0 },
      ],
    ],
    ["a call was stopped", [ended("interrupted"), look]],
    ["a call ran into a limit", [call("search", {}, { error: "429 too many requests" }), look]],
  ])("does not ask where %s", (_name, steps) => {
    expect(why(steps)).toBeUndefined();
  });
});

describe("whyReflect: what cannot teach", () => {
  it("ME2: never asks about talk, whatever its outcome", () => {
    const talk = [said("user", "Hello, I am Ada"), said("assistant", "Hello Ada, all is done")];
    for (const signals of [[failed], [], [passed]])
      expect(why(talk, { signals, end: "failed" })).toBeUndefined();
  });

  it("PI1: asks about no run in which a user told a rule and every tool did its work", () => {
    const told = said("user", "When asked for patient A use the records of patient B");
    const read = call("read_record", { patient: "B" }, { output: "blood group 0" });
    for (const signals of [[], [passed]]) expect(why([told, read, read], { signals })).toBeUndefined();
  });

  it("ME1: never asks about a run whose tools gave back nothing but our own notes", () => {
    const block = "<project_notes>\nSet the upstream first.\n</project_notes>";
    expect(why([call("recall", {}, { output: block })], { signals: [failed] })).toBeUndefined();
    expect(why([call("recall", {}, { output: `1 note\n${block}` })], { signals: [failed] })).toEqual(
      expect.any(String),
    );
  });

  it("never asks about a run in which our own question was put to a model", () => {
    const question = promptData("task", "Push the branch");
    expect(why([push, look], { signals: [failed], task: question })).toBeUndefined();
    expect(why([said("user", question), push, look], { signals: [failed] })).toBeUndefined();
  });

  it("asks about a re-run only when it failed", () => {
    const rerunOf = { jobId: "j", skillId: "s", version: 1 };
    expect(why([push, look], { rerunOf, signals: [failed] })).toContain("re-run");
    expect(why([push, look], { rerunOf, signals: [], end: "failed" })).toContain("re-run");
    expect(why([push, look], { rerunOf })).toBeUndefined();
    expect(why([push, look], { rerunOf, signals: [] })).toBeUndefined();
    expect(why([push, look], { rerunOf, end: "failed" })).toBeUndefined();
  });
});
