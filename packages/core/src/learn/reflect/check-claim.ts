import { redactText } from "../../guard/redact.ts";
import { errorSignature } from "../../text/error-signature/error-signature.ts";
import { callSkeleton } from "../../text/shell/command-skeleton.ts";
import { shellCommandLine } from "../../text/shell/shell-command.ts";
import { traceOutcome } from "../../text/trace-outcome.ts";
import type { Blame, Claim, DroppedClaim } from "../../types/claim.ts";
import type { Quote } from "../../types/lesson.ts";
import type { SkillVersion } from "../../types/skill.ts";
import type { ToolStep, Trace } from "../../types/trace.ts";
import { failureText, isFailure, isModelFailure, isTransient } from "../failure-kind.ts";
import { addsMask } from "../fix-safety.ts";
import { isAboutFailure, isAboutOutput } from "./about-cause.ts";
import { namesAction, restatesError } from "./check-decision.ts";
import { citedStep, isAnswered, placesOf } from "./cited-steps.ts";
import { cappedConfidence, confidenceFloor } from "./claim-confidence.ts";
import { type ClaimWords, claimHolds, fetchesAndRuns } from "./claim-holds.ts";
import { holdsOwnPrompt, repeatsNote } from "./own-words.ts";
import type { LessonAnswer } from "./reflect-answer.ts";
import { canTeach } from "./should-reflect.ts";
import { isOnlyAsserted, restatesUser } from "./user-assertion.ts";

/** What a claim is checked against. */
export interface ClaimRun {
  readonly trace: Trace;
  /** Versions that the run was really shown. */
  readonly shown: readonly SkillVersion[];
  /** The claim's place among those of its run. */
  readonly index: number;
}

interface Cited {
  readonly step: ToolStep;
  readonly text: string;
}

export const isClaim = (checked: Claim | DroppedClaim): checked is Claim => "id" in checked;

const drop = (rule: string, detail: string): DroppedClaim => ({ rule, detail });
const clean = (text: string): string => redactText(text).text.trim();
const cleanList = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.map(clean).filter((text) => text !== "")),
];

/** Why quotes prove nothing, if so. All of them must hold: who makes up one of three cannot be believed in two. */
function quoteProblem(cited: readonly Cited[], { trace, shown }: ClaimRun): DroppedClaim | undefined {
  if (cited.length === 0) return drop("no-step", "It cites no call of the run.");
  if (cited.some(({ text, step }) => placesOf(text, step).length === 0))
    return drop("quote-not-found", "A quote does not occur in the call that it names.");
  const isOwn = ({ text, step }: Cited): boolean =>
    holdsOwnPrompt(text) || (!isFailure(step) && repeatsNote(text, shown));
  if (cited.some(isOwn)) return drop("own-text", "A quote repeats what we put into the prompt ourselves.");
  if (cited.every(({ text, step }) => isOnlyAsserted(text, step, trace)))
    return drop("user-asserted", "Its quotes are the user's own words; no tool confirmed them.");
  return undefined;
}

/** The cited failures that the cause explains, or why there is no support in what is cited. */
function explainedFailures(
  answer: LessonAnswer,
  cited: readonly Cited[],
  trace: Trace,
): readonly ToolStep[] | DroppedClaim {
  const steps = [...new Set(cited.map(({ step }) => step))];
  const failed = steps.filter((step) => step.outcome !== "ok");
  const usable = failed.filter(canTeach);
  if (failed.length > 0 && usable.length === 0) return uselessFailure(failed);
  if (usable.length > 0) {
    const explained = usable.filter((step) =>
      cited.some(
        ({ step: of, text }) => of === step && isAnswered(text, step) && isAboutFailure(text, step, answer),
      ),
    );
    return explained.length > 0
      ? explained
      : drop("not-about-cause", "The quoted error is not the one that the cause speaks of.");
  }
  if (traceOutcome(trace.signals).outcome === "success")
    return drop("no-failure-cited", "The run succeeded, and no failed call is cited.");
  if ([answer.cause, answer.decision, ...cited.map(({ text }) => text)].some(isTransient))
    return drop("transient", "The cause is one that passes by itself.");
  const isShown = cited.some(
    ({ step, text }) =>
      isAnswered(text, step) && !isOnlyAsserted(text, step, trace) && isAboutOutput(text, answer),
  );
  return isShown ? [] : drop("not-about-cause", "No quoted output is about the cause.");
}

function uselessFailure(failed: readonly ToolStep[]): DroppedClaim {
  const texts = failed.filter(isFailure).map(failureText);
  if (texts.length === 0)
    return drop("interrupted", "The cited call was stopped or never answered; that is no failure.");
  if (texts.some(isModelFailure))
    return drop("model-failure", "The provider could not read the model's call; no tool is at fault.");
  if (texts.some(isTransient))
    return drop(
      "transient",
      "The cited failure is one that passes by itself: network, limits, sign-in, a missing program.",
    );
  return drop("own-text", "The cited failure holds nothing but our own notes.");
}

/** The call that worked, if the model names one that did: later than the failure was seen, and by its own exit code. */
function workingCall(answer: LessonAnswer, failed: readonly ToolStep[], trace: Trace): ToolStep | undefined {
  const step = answer.workingCallId === null ? undefined : citedStep(trace, answer.workingCallId);
  if (step?.outcome !== "ok") return undefined;
  if (failed.some(({ turn }) => turn >= step.turn)) return undefined;
  const line = shellCommandLine(step.tool, step.input);
  return line !== undefined && addsMask(line) ? undefined : step;
}

/** The shown skill that is to blame: named by its name or id, and really shown. Of a re-run no other than its own. */
function blameOf({ blame }: LessonAnswer, { trace, shown }: ClaimRun): Blame | undefined {
  const { rerunOf } = trace;
  const isNamed = ({ skillId, content }: SkillVersion): boolean =>
    blame !== null && (skillId === blame.skill || content.name === blame.skill);
  const version = shown.find((candidate) =>
    rerunOf === undefined
      ? isNamed(candidate)
      : candidate.skillId === rerunOf.skillId && candidate.version === rerunOf.version,
  );
  if (version === undefined) return undefined;
  const named = isNamed(version) ? blame : null;
  const ids = new Set(version.content.bullets.map(({ id }) => id));
  return {
    skillId: version.skillId,
    version: version.version,
    what: named?.what ?? "incomplete",
    bulletIds: [...new Set(named?.bulletIds ?? [])].filter((id) => ids.has(id)),
  };
}

function decisionProblem(
  answer: LessonAnswer,
  explained: readonly ToolStep[],
  trace: Trace,
): DroppedClaim | undefined {
  if (restatesError(answer.decision, explained))
    return drop("restates-error", "The decision is the error in other words.");
  if (!namesAction(answer.decision, trace))
    return drop("no-action", "The decision names nothing that the run did.");
  if (restatesUser(answer.rule, trace, { share: explained.length > 0 ? 0.9 : 0.8 }))
    return drop("user-asserted", "The rule repeats what the user said.");
  return undefined;
}

/**
 * What a model claims of a run, as far as the run bears it out, or the rule that it broke. Checks throw a claim away and
 * never mend it; what remains doubtful is a hold for a person. The confidence is the model's, or less.
 */
export function checkClaim(answer: LessonAnswer, run: ClaimRun): Claim | DroppedClaim {
  const { trace, index } = run;
  if ([answer.decision, answer.cause, answer.rule].some((text) => text.trim() === ""))
    return drop("incomplete", "It names no decision, no cause or no rule.");
  const cited = answer.quotes.flatMap(({ callId, text }): readonly Cited[] => {
    const step = citedStep(trace, callId);
    return step === undefined ? [] : [{ step, text }];
  });
  const unproven = quoteProblem(cited, run);
  if (unproven !== undefined) return unproven;
  const explained = explainedFailures(answer, cited, trace);
  if ("rule" in explained) return explained;
  const undecided = decisionProblem(answer, explained, trace);
  if (undecided !== undefined) return undecided;
  const blame = blameOf(answer, run);
  if (trace.rerunOf !== undefined && blame === undefined)
    return drop("rerun", "A re-run teaches only about its own skill, which was not shown in it.");

  const working = workingCall(answer, explained, trace);
  const quotes: readonly Quote[] = cited.map(({ step, text }) => ({
    callId: step.callId,
    text: clean(text),
  }));
  const steps = [...new Set(cited.map(({ step }) => step))];
  const rule = clean(answer.rule);
  const check = clean(answer.check);
  const unknowns = cleanList(answer.unknowns);
  const words: ClaimWords = { trace, rule, check, unknowns, quotes, cited: steps, working };
  if (fetchesAndRuns(words))
    return drop("fetch-and-execute", "What it says to do fetches something from the network and runs it.");
  const confidence = cappedConfidence({
    said: answer.confidence,
    support: answer.support,
    explained: explained.length > 0,
  });
  if (confidence < confidenceFloor) return drop("below-floor", "Too little speaks for it.");
  const { outcome, source } = traceOutcome(trace.signals);
  const signatures = explained.map((step) => errorSignature(failureText(step)));
  return {
    id: `${trace.id}#${index}`,
    scope: trace.scope,
    traceId: trace.id,
    ...(trace.runId !== undefined && { runId: trace.runId }),
    task: trace.task,
    environment: trace.environment,
    decision: clean(answer.decision),
    cause: clean(answer.cause),
    rule,
    check,
    triggers: cleanList(answer.triggers),
    unknowns,
    quotes,
    signatures: [...new Set(signatures.flatMap(({ text, generic }) => (generic ? [] : [text])))],
    tools: [...new Set(steps.map(({ tool }) => tool))],
    ...(working !== undefined && {
      workingCallId: working.callId,
      workingSkeleton: callSkeleton(working.tool, working.input),
    }),
    ...(explained.length > 0 && {
      failedSkeletons: [...new Set(explained.map(({ tool, input }) => callSkeleton(tool, input)))],
    }),
    ...(blame !== undefined && { blame }),
    confidence,
    verified: outcome === "success" && source === "test",
    transient: false,
    holds: claimHolds(words),
  };
}
