import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Step, ToolStep, Trace } from "../types/trace.ts";
import { capTrace, maximumBytes, maximumSteps, maximumText } from "./cap.ts";
import { chooseSteps } from "./choose-steps.ts";
import { utf8Length } from "./utf8-length.ts";

const call = (index: number, outcome: ToolStep["outcome"] = "ok", text = "x"): ToolStep => ({
  kind: "tool",
  tool: "bash",
  callId: `c${index}`,
  turn: index,
  input: { command: text },
  outcome,
  ...(outcome === "ok" ? { output: text } : { error: text }),
});

const trace = (fields: Partial<Trace>): Trace => ({
  id: "",
  scope: { project: "p" },
  task: "t",
  steps: [],
  signals: [],
  shown: [],
  used: [],
  bulletFeedback: [],
  environment: {},
  context: {},
  metadata: {},
  end: "completed",
  recordedAt: 0,
  ...fields,
});

const size = (value: Trace): number => utf8Length(JSON.stringify(value));

describe("capTrace", () => {
  it("leaves a trace that fits as it is", () => {
    const small = trace({ steps: [call(0), call(1)], metadata: { a: "b" } });
    expect(capTrace(small)).toEqual({ trace: small, truncated: 0, stepsDropped: 0 });
  });

  it("keeps the first and the last steps, and says how many are gone", () => {
    const { trace: capped, stepsDropped } = capTrace(
      trace({ steps: Array.from({ length: 1_000 }, (_, i) => call(i)) }),
    );
    expect(capped.steps).toHaveLength(maximumSteps);
    expect(stepsDropped).toBe(600);
    expect(capped.steps[0]).toMatchObject({ callId: "c0" });
    expect(capped.steps.at(-1)).toMatchObject({ callId: "c999" });
  });

  it("does not cut between a failed call and what follows it", () => {
    const failed = new Set([199, 200, 201, 802, 803]);
    const steps = Array.from({ length: 1_000 }, (_, i) => call(i, failed.has(i) ? "tool-error" : "ok"));
    const kept = chooseSteps(steps, maximumSteps).map((step: Step) => (step as ToolStep).turn);
    const cut = kept.findIndex((turn, index) => index > 0 && turn !== (kept[index - 1] ?? 0) + 1);
    expect(kept).toHaveLength(maximumSteps);
    expect(failed.has(kept[cut - 1] ?? -1)).toBe(false);
    expect(failed.has((kept[cut] ?? 0) - 1)).toBe(false);
    expect(Math.abs(cut - 200)).toBeLessThanOrEqual(20);
  });

  it("keeps head and tail of each text", () => {
    const text = `first\n${"y".repeat(20_000)}\nTypeError: last`;
    const { trace: capped, truncated } = capTrace(
      trace({ task: text, steps: [call(0, "tool-error", text)] }),
    );
    const [step] = capped.steps as readonly [ToolStep];
    for (const kept of [step.error, (step.input as { command: string }).command, capped.task]) {
      expect(kept?.length).toBeLessThanOrEqual(maximumText);
      expect(kept?.startsWith("first")).toBe(true);
      expect(kept?.endsWith("TypeError: last")).toBe(true);
    }
    expect(truncated).toBe(3);
  });

  it("holds 256 KB whatever is large: steps, task, context, metadata, signals, ids", () => {
    const huge = "я😀".repeat(400_000);
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`key${i}`, "v".repeat(500)]));
    const cases: Partial<Trace>[] = [
      { task: huge },
      { steps: Array.from({ length: 3_000 }, (_, i) => call(i, "tool-error", huge.slice(0, 9_000))) },
      { steps: [{ ...call(0), input: Array.from({ length: 100_000 }, (_, i) => i) }] },
      { steps: [{ ...call(0), tool: huge, callId: huge }] },
      { context: { blob: huge } },
      { context: many },
      { metadata: many },
      { metadata: { [huge]: huge } },
      { environment: many },
      {
        signals: Array.from({ length: 9_000 }, (_, i) => ({
          source: "test",
          outcome: "success",
          check: huge.slice(i, i + 900),
          detail: huge.slice(0, 5_000),
        })),
      },
      { used: Array.from({ length: 9_000 }, () => "name".repeat(500)) },
      {
        shown: Array.from({ length: 9_000 }, (_, i) => ({
          skillId: huge,
          name: huge,
          version: i,
          when: "task",
        })),
      },
      { runId: huge },
    ];
    for (const fields of cases) expect(size(capTrace(trace(fields)).trace)).toBeLessThanOrEqual(maximumBytes);
    const all: Partial<Trace> = Object.assign({}, ...cases);
    expect(size(capTrace(trace(all)).trace)).toBeLessThanOrEqual(maximumBytes);
  });

  it("keeps the last result of a check when signals are many", () => {
    const signals = Array.from({ length: 500 }, (_, i) => ({
      source: "test" as const,
      outcome: i === 499 ? ("success" as const) : ("failure" as const),
      check: "c",
    }));
    expect(capTrace(trace({ signals })).trace.signals.at(-1)?.outcome).toBe("success");
  });

  it("keeps over-long run ids apart", () => {
    const [a, b] = ["a", "b"].map(
      (end) => capTrace(trace({ runId: `${"r".repeat(900)}${end}${"r".repeat(900)}` })).trace.runId,
    );
    expect(a).not.toBe(b);
    expect(a?.length).toBeLessThanOrEqual(200);
  });

  it("never throws, holds its limits and changes nothing the second time, for any trace", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc
        .tuple(fc.string({ unit: "binary", maxLength: 8 }), fc.nat(1_500))
        .map(([part, count]) => part.repeat(count)),
    );
    const step = fc.record({ output: text, error: text, input: fc.jsonValue({ maxDepth: 4 }), text });
    const arbitrary = fc.record({
      steps: fc.array(step, { maxLength: 40 }),
      task: text,
      context: fc.dictionary(text, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 }),
      metadata: fc.dictionary(text, text, { maxKeys: 8 }),
      details: fc.array(text, { maxLength: 8 }),
    });
    fc.assert(
      fc.property(arbitrary, fc.nat(20), ({ steps, task, context, metadata, details }, times) => {
        const list = steps.flatMap((given, index): Step[] => [
          {
            ...call(index),
            input: given.input as ToolStep["input"],
            output: given.output,
            error: given.error,
          },
          { kind: "text", role: "user", turn: index, text: given.text },
        ]);
        const input = trace({
          steps: Array.from({ length: times }, () => list).flat(),
          task,
          context: context as Trace["context"],
          metadata,
          signals: details.map((detail) => ({ source: "self", outcome: "success", detail, check: detail })),
        });
        const once = capTrace(input).trace;
        expect(size(once)).toBeLessThanOrEqual(maximumBytes);
        expect(once.steps.length).toBeLessThanOrEqual(maximumSteps);
        const twice = capTrace(once);
        expect(twice.trace).toEqual(once);
      }),
      { numRuns: 40 },
    );
  });
});
