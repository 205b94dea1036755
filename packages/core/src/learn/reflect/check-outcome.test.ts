import { describe, expect, it } from "vitest";
import { bash, call, type SampleStep, said, sampleRun } from "../../testing/run-samples.ts";
import type { SignalSource } from "../../types/signal.ts";
import { checkOutcome, needsOutcome } from "./check-outcome.ts";
import type { OutcomeAnswer } from "./reflect-answer.ts";

const steps: readonly SampleStep[] = [
  said("assistant", "The invoice was created and everything works"),
  call("create_invoice", { amount: 12 }, { output: '{"id":"i-1","state":"created"}' }),
  bash("npm test", { error: "1 test failed: adds vat" }),
  call("finish", { note: "The invoice was created" }, { output: "noted: The invoice was created" }),
];

function judge(
  outcome: OutcomeAnswer["outcome"],
  quotes: OutcomeAnswer["quotes"],
  task = "Create an invoice",
) {
  return checkOutcome({ outcome, reason: "It says so.", quotes }, sampleRun(steps, { task, signals: [] }));
}

describe("needsOutcome", () => {
  it.each<readonly [SignalSource, boolean]>([
    ["test", false],
    ["user", false],
    ["judge", false],
    ["self", true],
    ["heuristic", true],
  ])("where %s says how it went is %s", (source, needed) => {
    expect(needsOutcome(sampleRun([], { signals: [{ source, outcome: "unknown" }] }))).toBe(needed);
  });

  it("is so where nobody says it", () => {
    expect(needsOutcome(sampleRun([], { signals: [] }))).toBe(true);
  });
});

describe("checkOutcome", () => {
  const created = { callId: "c1", text: '"state":"created"' };
  const failedTest = { callId: "c2", text: "1 test failed: adds vat" };

  it("keeps a judgement with a quote of what a call gave back", () => {
    expect(judge("success", [created])).toMatchObject({ outcome: "success", quotes: [created] });
    expect(judge("failure", [failedTest])).toMatchObject({ outcome: "failure", quotes: [failedTest] });
  });

  it.each<readonly [string, OutcomeAnswer["quotes"]]>([
    ["no quote", []],
    ["a quote that does not occur", [{ callId: "c1", text: '"state":"paid"' }]],
    ["a quote of a call that is not there", [{ callId: "c9", text: '"state":"created"' }]],
    ["what the agent said", [{ callId: "c0", text: "everything works" }]],
    ["what the agent told a tool", [{ callId: "c3", text: "The invoice was created" }]],
    ["a failure for a success", [failedTest]],
  ])("is unknown with %s", (_name, quotes) => {
    expect(judge("success", quotes)).toMatchObject({ outcome: "unknown", quotes: [] });
  });

  it("leaves out the quotes that do not hold", () => {
    expect(judge("success", [{ callId: "c1", text: "nothing of the sort" }, created]).quotes).toEqual([
      created,
    ]);
  });

  it("masks a secret in the reason", () => {
    const secret = `ghp_${"a1B2".repeat(9)}`;
    const judged = checkOutcome(
      { outcome: "success", reason: `It printed ${secret}`, quotes: [created] },
      sampleRun(steps, { signals: [] }),
    );
    expect(judged.reason).not.toContain(secret);
  });
});
