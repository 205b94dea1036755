import { shortHash } from "../text/hash.ts";
import { callSkeleton, commandHead, workingCommands } from "../text/shell/command-skeleton.ts";
import { readShell, shellCommandLine } from "../text/shell/shell-command.ts";
import { traceOutcome } from "../text/trace-outcome.ts";
import type { LearnResult, Lesson, NoLesson, Quote } from "../types/lesson.ts";
import type { Trace } from "../types/trace.ts";
import { abstractError, abstractSignature } from "./abstract-text.ts";
import { composeContent } from "./compose-content.ts";
import { failureText, isFailure, isTransient } from "./failure-kind.ts";
import { fieldChange } from "./field-change.ts";
import { attemptsOf, findRepairs } from "./find-repairs.ts";
import {
  addsMask,
  fetchAndExecuteDismissal,
  fetchesAndExecutes,
  raisesPrivilege,
  safetyHolds,
} from "./fix-safety.ts";
import { lessonName } from "./lesson-name.ts";
import { dataOf, putsForward, wordsOfCalls } from "./output-instruction.ts";
import { createPlaceholders } from "./placeholders.ts";
import {
  type Attempt,
  type Dismissal,
  dismiss,
  isDismissal,
  type Repair,
  type RepairChange,
  stringsIn,
} from "./repair.ts";
import { shellChange } from "./shell-change.ts";
import { taskQuery } from "./task-query.ts";
import { type Spoken, spokenTexts, toldByOutput } from "./told-by-output.ts";
import { isUndone } from "./undone.ts";
import { type ValueSources, valueSources } from "./value-sources.ts";

interface Run {
  readonly trace: Trace;
  readonly attempts: readonly Attempt[];
  readonly sources: ValueSources;
  readonly spoken: readonly Spoken[];
  readonly verified: boolean;
}

/** Why nothing at all is learned from this run, if so. */
function runDismissal(trace: Trace): Dismissal | undefined {
  if (trace.rerunOf !== undefined)
    return { rule: "rerun", detail: "A re-run is evidence for its own skill and makes no new one." };
  const { outcome, source } = traceOutcome(trace.signals);
  if (outcome === "failure") return { rule: "run-failed", detail: `The run failed by its ${source} signal.` };
  if (outcome === "partial")
    return {
      rule: "run-partial",
      detail: "The run's checks disagree, so the repair is not known to have served it.",
    };
  if (trace.end === "failed" && outcome !== "success")
    return { rule: "run-failed", detail: "The run ended with an exception." };
  return undefined;
}

/** What a call is named without its values. */
function headOf(step: Attempt["step"]): string {
  const commandLine = shellCommandLine(step.tool, step.input);
  if (commandLine === undefined) return step.tool;
  return workingCommands(readShell(commandLine))
    .map((command, index) => {
      const head = commandHead(command).replace(/^\.\/<value>.*$/, "./<script>");
      return index === 0 ? head : `${command.join} ${head}`;
    })
    .join(" ");
}

const commandLineOf = ({ step }: Attempt): string | undefined => shellCommandLine(step.tool, step.input);

/** What was called with what, as one text. */
const calledText = ({ step }: Attempt): string =>
  `${step.tool} ${shellCommandLine(step.tool, step.input) ?? stringsIn(step.input).join(" ")}`;

/** The commands of a fix as they were run, with the step before which they were decided. */
function fixLines({ fixed }: Repair, { states }: RepairChange): readonly { line: string; before: number }[] {
  return [...states, fixed].flatMap((attempt) => {
    const line = commandLineOf(attempt);
    return line === undefined ? [] : [{ line, before: attempt.at }];
  });
}

function quotesOf({ failed, fixed, signature }: Repair): readonly Quote[] {
  const error = failureText(failed.step);
  const line = signature.lines.find((candidate) => error.includes(candidate)) ?? error.slice(0, 200);
  const working = commandLineOf(fixed) ?? JSON.stringify(fixed.step.input);
  return [
    { callId: failed.step.callId, text: line },
    { callId: fixed.step.callId, text: working.slice(0, 400) },
  ];
}

function learnOne(repair: Repair, run: Run, index: number): Lesson | Dismissal {
  const { trace, attempts, sources, verified } = run;
  const { failed, fixed, signature } = repair;
  const placeholders = createPlaceholders();
  const [failedLine, fixedLine] = [commandLineOf(failed), commandLineOf(fixed)];
  const shell = failedLine !== undefined && fixedLine !== undefined;
  const change = shell
    ? shellChange({ repair, sources, placeholders, failedLine, fixedLine })
    : fieldChange({ repair, sources, placeholders, attempts });
  if (isDismissal(change)) return change;
  const later = attempts.filter(({ at }) => at > fixed.at);
  if (
    isUndone(
      [...change.states, fixed].map(({ step }) => step),
      later,
    )
  ) {
    return { rule: "undone", detail: "What the repair did was taken back later in the run." };
  }
  const addedText = change.added.join("\n");
  if (fetchesAndExecutes(`${addedText}\n${fixedLine ?? ""}`)) return fetchAndExecuteDismissal;
  if (signature.generic && change.kind === "state") {
    return { rule: "generic-error", detail: "The error says too little to tell it from others." };
  }
  const text = failureText(failed.step);
  const transient = isTransient(text);
  const masked = fixedLine !== undefined && addsMask(fixedLine) && !addsMask(failedLine ?? "");
  const known = wordsOfCalls([failed, ...change.states, fixed].map(calledText));
  const said = signature.lines
    .map((line) => dataOf(line, known))
    .filter((line) => line !== "")
    .slice(0, 3);
  const symptoms = said
    .map((line) =>
      dataOf(abstractError(line, { placeholders, sources }), known)
        .slice(0, 240)
        // No full stop: a symptom is quoted inside of sentences.
        .replace(/[\s.]+$/, ""),
    )
    .filter((symptom) => symptom !== "");
  const abstracted = abstractSignature(signature.text, placeholders);
  const skeleton = callSkeleton(failed.step.tool, failed.step.input);
  // A value is read as an id here and as a path there: what counts is that a value stands in that place.
  const anyValue = [skeleton, abstracted, change.atom].map((text) => text.replaceAll(/<[^<>\s]+>/g, "<>"));
  const key = shortHash(["repair", ...anyValue].join("\n"), 24);
  const head = headOf(failed.step);
  const query = verified ? taskQuery(trace.task, { bound: placeholders.bound().keys(), sources }) : "";
  const content = composeContent({
    key,
    name: lessonName({
      call: head.replaceAll("./<script>", "script"),
      tool: failed.step.tool,
      // A name is printed too.
      signature: dataOf(abstracted.split("\n", 1)[0] ?? "", known),
      key,
    }),
    tool: failed.step.tool,
    head,
    shell,
    change,
    symptoms: [...new Set(symptoms)],
    signature: abstracted,
    skeleton,
    queries: query === "" ? [] : [query],
    placeholders: placeholders.explanations(),
    environment: trace.environment,
    transient,
    privileged: raisesPrivilege(addedText),
  });
  return {
    kind: "repair",
    key,
    scope: trace.scope,
    traceId: trace.id,
    ...(trace.runId === undefined ? {} : { runId: trace.runId }),
    index,
    task: trace.task,
    environment: trace.environment,
    content,
    quotes: quotesOf(repair),
    // A masked exit code proves nothing, whatever the run's check said.
    verified: verified && !masked,
    holds: safetyHolds({
      added: addedText,
      command: fixedLine,
      // Of an error that only gives orders nothing is left to know it by but what it ordered.
      told:
        toldByOutput(run.spoken, fixLines(repair, change)) ||
        // The whole error stays what the lesson is found by, and so in its file.
        signature.lines.some((line) => putsForward(line, known)) ||
        (symptoms.length === 0 && signature.lines.length > 0),
      unbound: change.unbound,
    }),
    transient,
  };
}

/**
 * Learns, without a model, from calls that failed and were repaired in the same run. Pure. Every failed call
 * either leads to a lesson or is named in `dismissed` with the rule that said so. Two repairs of the same
 * mistake in one run make one lesson.
 */
export function learnRepairs(trace: Trace): LearnResult {
  const stopped = runDismissal(trace);
  if (stopped !== undefined) {
    const failed = attemptsOf(trace).filter(({ step }) => isFailure(step));
    return { lessons: [], dismissed: failed.map((attempt) => dismiss(attempt, stopped)) };
  }
  const found = findRepairs(trace);
  if (found.repairs.length === 0) return { lessons: [], dismissed: found.dismissed };
  const { outcome, source } = traceOutcome(trace.signals);
  const run: Run = {
    trace,
    attempts: attemptsOf(trace),
    sources: valueSources(trace),
    spoken: spokenTexts(trace),
    verified: outcome === "success" && source === "test",
  };
  const lessons = new Map<string, Lesson>();
  const dismissed: NoLesson[] = [...found.dismissed];
  for (const repair of found.repairs) {
    const result = learnOne(repair, run, lessons.size);
    if (isDismissal(result)) dismissed.push(dismiss(repair.failed, result));
    else if (lessons.has(result.key)) {
      dismissed.push(
        dismiss(repair.failed, {
          rule: "second-occurrence",
          detail: "The same mistake was repaired in the same way earlier in the run.",
        }),
      );
    } else lessons.set(result.key, result);
  }
  return { lessons: [...lessons.values()], dismissed };
}
