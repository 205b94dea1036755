import { expect } from "vitest";
import { ownTextName } from "../../text/own-text.ts";
import type { ToolStep, Trace } from "../../types/trace.ts";
import type { Differences } from "./differences.ts";
import type { ExpectedCall, ExpectedTrace } from "./scenario.ts";

/** The stored traces are those expected, one for each run, told apart by their tasks. */
export function expectTraces(
  traces: readonly Trace[],
  expected: readonly ExpectedTrace[],
  differences: Differences,
): void {
  const tasks = (list: readonly { readonly task: string }[]) => list.map(({ task }) => task).sort();
  expect(tasks(traces), "the tasks of the stored traces").toEqual(tasks(expected));
  for (const wanted of expected) {
    const trace = traces.find(({ task }) => task === wanted.task);
    if (trace !== undefined) expectTrace(trace, wanted, differences);
  }
}

/** One trace, call by call. */
export function expectTrace(trace: Trace, expected: ExpectedTrace, differences: Differences): void {
  const steps = trace.steps.filter((step): step is ToolStep => step.kind === "tool");
  const issued = expected.turns.flat();
  const ids = (list: readonly (readonly { readonly callId: string }[])[]) =>
    list.map((turn) => turn.map(({ callId }) => callId));
  expect(ids(byTurn(steps)), `the calls of "${trace.task}", turn by turn`).toEqual(
    ids(expected.turns.map((turn) => turn.map(({ call }) => ({ callId: call.id })))),
  );
  for (const [at, step] of steps.entries()) {
    const wanted = issued[at];
    if (wanted !== undefined) expectStep(step, wanted, differences);
  }
  const spoken = trace.steps.filter((step) => step.kind === "text" && step.role !== "assistant");
  expect(spoken, "what others than the model said belongs to no run").toEqual([]);
  expect(JSON.stringify(trace.steps), "our own notes are learned from by nobody").not.toContain(ownTextName);
  expect(differences.endsOf(expected.end, trace.end), `the end of "${trace.task}"`).toContain(trace.end);
}

function expectStep(
  step: ToolStep,
  { call, outcomes, output, error }: ExpectedCall,
  differences: Differences,
): void {
  expect(step.tool, `the tool of ${call.id}`).toBe(call.tool);
  // Arguments that are no JSON reach a trace in whatever form their framework keeps them.
  if (typeof call.input !== "string") expect(step.input, `the input of ${call.id}`).toEqual(call.input);
  const allowed = differences.outcomesOf(call.id, outcomes, step.outcome);
  expect(allowed, `the outcome of ${call.id}`).toContain(step.outcome);
  if (!outcomes.includes(step.outcome)) return;
  if (output !== undefined) expect(step.output, `the output of ${call.id}`).toBe(output);
  if (error !== undefined) expect(step.error, `the error of ${call.id}`).toContain(error);
}

/** Calls grouped by the turn that issued them, in the order of the trace. */
function byTurn(steps: readonly ToolStep[]): readonly (readonly ToolStep[])[] {
  const turns: ToolStep[][] = [];
  for (const step of steps) {
    const last = turns.at(-1);
    if (last?.[0]?.turn === step.turn) last.push(step);
    else turns.push([step]);
  }
  return turns;
}
