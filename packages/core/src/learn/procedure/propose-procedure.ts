import { callSkeleton } from "../../text/shell/command-skeleton.ts";
import { traceOutcome } from "../../text/trace-outcome.ts";
import type { ProcedureProposal } from "../../types/procedure.ts";
import type { ExampleCall } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import { anotherWay } from "../fallback/another-way.ts";
import { fetchAndExecuteDismissal, fetchesAndExecutes, raisesPrivilege, safetyHolds } from "../fix-safety.ts";
import type { Attempt, Dismissal } from "../repair.ts";
import { taskQuery } from "../task-query.ts";
import { valueSources } from "../value-sources.ts";
import { withoutNumbering } from "./abstract-call-input.ts";
import { abstractCalls, calledText, exampleOf } from "./abstract-steps.ts";
import { countingCalls } from "./counting-calls.ts";
import { coverWithUses, type UsedSkill } from "./cover-with-uses.ts";
import { preconditionsOf } from "./preconditions.ts";
import { procedureKey, procedureSkeletons } from "./procedure-key.ts";
import { callHead, callLine, privilegedLine, useLine } from "./step-lines.ts";
import { toldToCall } from "./told-to-call.ts";
import { withoutRepeats } from "./without-repeats.ts";

const fewestSteps = 2;
/** From so many steps on one run is enough: nobody does that much by chance. */
const stepsToGoAlone = 4;
const mostSteps = 30;
/** Shorter ones stand in every text, and longer ones are texts that nobody repeats by chance. */
const shortestValue = 3;
const longestValue = 120;

/** A step of the proposal before it is one: a call to show, a call that nobody is shown, or a used skill. */
interface PlannedStep {
  readonly line: string;
  readonly shape: string;
  readonly call?: ExampleCall;
}

/** One that is shown with fewer calls is a repair, and no procedure that a run can leave and take up again. */
const fewestOfProcedure = 2;

/**
 * Whether a run only went around a call of a procedure that it used, which failed: that belongs to the procedure, and would be
 * its double as a procedure of its own.
 */
function isWayAround(trace: Trace, counting: readonly Attempt[], uses: readonly UsedSkill[]): boolean {
  return uses.some(({ example }) => {
    const calls = example?.calls ?? [];
    return calls.length >= fewestOfProcedure && anotherWay(trace, calls, counting)?.nothingElse === true;
  });
}

/** Why a run teaches no procedure, if so. */
function runDismissal(trace: Trace): Dismissal | undefined {
  if (trace.rerunOf !== undefined)
    return { rule: "rerun", detail: "A re-run is evidence for its own skill and makes no new one." };
  const { outcome, source } = traceOutcome(trace.signals);
  if (outcome !== "success" || source !== "test")
    return {
      rule: "not-verified",
      detail: "Only a run that passed a check of its own shows how it is done.",
    };
  if (trace.end !== "completed")
    return { rule: "not-completed", detail: `The run passed its check and ended ${trace.end}.` };
  return undefined;
}

/**
 * What a verified success shows of how its task is done, without a model. Pure. `uses` are the skills that were used in
 * the run (attributed, not merely shown): what they cover is named and not said again, and a run that does nothing
 * else, or only goes around a call of theirs that failed, teaches nothing new.
 */
export function proposeProcedure(trace: Trace, uses: readonly UsedSkill[]): ProcedureProposal | Dismissal {
  const stopped = runDismissal(trace);
  if (stopped !== undefined) return stopped;
  const sources = valueSources(trace);
  const counting = countingCalls(trace, sources);
  const keyCalls = counting.map(({ step: { tool, input, turn } }) => ({
    skeleton: callSkeleton(tool, input),
    turn,
  }));
  const skeletons = procedureSkeletons(keyCalls);
  if (skeletons.length < fewestSteps) return { rule: "trivial", detail: "One kind of call is no procedure." };
  const called = counting.map(calledText);
  if (called.some(fetchesAndExecutes)) return fetchAndExecuteDismissal;
  if (isWayAround(trace, counting, uses))
    return {
      rule: "already-known",
      detail: "It left a procedure that it used where a call failed, and came back to it.",
    };
  const stretches = coverWithUses(counting, uses);
  const forms = stretches.map(({ call, use = "" }) =>
    call === undefined ? use : callSkeleton(call.step.tool, call.step.input),
  );
  const fewest = withoutRepeats(forms, (form) => form).kept.length;
  // Before its values are read, which takes longest of all.
  if (fewest > mostSteps) return tooLong(fewest);
  const own = stretches.flatMap(({ call }) => call ?? []);
  if (own.length === 0)
    return { rule: "already-known", detail: "The run did what the skills it used say, and nothing else." };
  const shown = own.filter((attempt) => !raisesPrivilege(calledText(attempt)));
  const { calls, explanations, bound, unbound } = abstractCalls(trace, shown);
  const byAttempt = new Map(shown.map((attempt, at) => [attempt, calls[at]]));
  const planned = stretches.map((stretch) => plannedStep(stretch, byAttempt));
  const { kept, repeated } = withoutRepeats(planned, ({ shape }) => shape);
  const example = exampleOf(
    kept.flatMap(({ call }) => call ?? []),
    explanations,
  );
  if (example.calls.length === 0)
    return { rule: "privileged", detail: "All that is its own takes rights or a credential." };
  if (kept.length < fewestSteps) return { rule: "trivial", detail: "One step is no procedure." };
  if (kept.length > mostSteps) return tooLong(kept.length);
  const holds = safetyHolds({
    added: called.join("\n"),
    told: toldToCall(trace, counting, sources),
    unbound,
  });
  const check = trace.signals.findLast(
    (signal) => signal.source === "test" && signal.outcome === "success",
  )?.check;
  return {
    key: procedureKey(keyCalls),
    scope: trace.scope,
    traceId: trace.id,
    ...(trace.runId !== undefined && { runId: trace.runId }),
    task: trace.task,
    environment: trace.environment,
    check: check ?? "",
    example,
    steps: kept.map((step, at) =>
      step.call === undefined ? step.line : callLine(step.call, repeated[at] ?? false),
    ),
    preconditions: preconditionsOf(example),
    signature: {
      intent: taskQuery(trace.task, { bound: [...bound, ...Object.values(trace.environment)], sources }),
      object: [...new Set(own.map(({ step }) => callHead(step.tool, step.input)))].slice(0, 5).join(", "),
      environment: "",
      constraints: [],
      notes: "",
    },
    uses: [...new Set(stretches.flatMap(({ use }) => use ?? []))],
    ...(holds.length > 0 && { holds }),
    values: bound.filter((value) => value.length >= shortestValue && value.length <= longestValue).sort(),
    goesAlone: Math.min(kept.length, skeletons.length) >= stepsToGoAlone && new Set(skeletons).size >= 2,
  };
}

const tooLong = (steps: number): Dismissal => ({
  rule: "too-long",
  detail: `${steps} steps are more than anybody follows.`,
});

function plannedStep(
  stretch: ReturnType<typeof coverWithUses>[number],
  calls: ReadonlyMap<Attempt, ExampleCall | undefined>,
): PlannedStep {
  if (stretch.use !== undefined) return { line: useLine(stretch.use), shape: `use ${stretch.use}` };
  const { step } = stretch.call;
  const call = calls.get(stretch.call);
  if (call === undefined) {
    const line = privilegedLine(callHead(step.tool, step.input));
    return { line, shape: line };
  }
  const shape = `${call.tool} ${call.skeleton} ${withoutNumbering(JSON.stringify(call.input))}`;
  return { line: "", shape, call };
}
