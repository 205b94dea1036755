import type { Claim, SkepticVerdict } from "../../types/claim.ts";
import type { Trace } from "../../types/trace.ts";
import { isFailure } from "../failure-kind.ts";
import { isAboutFailure, isAboutOutput } from "../reflect/about-cause.ts";
import { callLabel, citedStep, isAnswered } from "../reflect/cited-steps.ts";
import { holdsOwnPrompt } from "../reflect/own-words.ts";
import type { VerdictAnswer } from "./skeptic-answer.ts";

/** Below this a claim waits anyhow, and nobody is asked about it. */
export const leastDoubted = 0.3;

const mostPartial = 0.65;
const mostUnsupported = 0.35;
const strength = { none: 0, partial: 1, direct: 2 } as const;

/** Whether a quote shows the claimed cause, and not merely something of the run. */
function shows(claim: Claim, { callId, text }: SkepticVerdict["quotes"][number], trace: Trace): boolean {
  const step = citedStep(trace, callId);
  if (step === undefined) return false;
  return isFailure(step) ? isAboutFailure(text, step, claim) : isAboutOutput(text, claim);
}

/**
 * What the skeptic really says of a claim: its strictest answer, with the quotes that something gave back in the run. A claim
 * that it leaves out has no support, and neither has one whose quotes do not occur. A quote that is about something else
 * than the cause is half of one.
 */
export function verdictOf(claim: Claim, answers: readonly VerdictAnswer[], trace: Trace): SkepticVerdict {
  const own = answers.filter(({ claimId }) => {
    const named = claimId.trim();
    return named === claim.id || named === callLabel(claim.id);
  });
  const [strictest] = own.toSorted((a, b) => strength[a.support] - strength[b.support]);
  if (strictest === undefined)
    return { claimId: claim.id, support: "none", quotes: [], reason: "The claim was left out." };
  const quotes = strictest.quotes.flatMap(({ callId, text }) => {
    const step = citedStep(trace, callId);
    if (step === undefined || holdsOwnPrompt(text) || !isAnswered(text, step)) return [];
    return [{ callId: step.callId, text }];
  });
  const { reason } = strictest;
  if (quotes.length === 0) return { claimId: claim.id, support: "none", quotes, reason };
  const isShown = quotes.some((quote) => shows(claim, quote, trace));
  const support = strictest.support === "direct" && !isShown ? "partial" : strictest.support;
  return { claimId: claim.id, support, quotes, reason };
}

/** The claim as the verdict leaves it: as sure as before, or less. Nothing raises it. */
export function afterVerdict(claim: Claim, { support }: SkepticVerdict): Claim {
  if (support === "direct") return claim;
  const most = support === "partial" ? mostPartial : mostUnsupported;
  return { ...claim, confidence: Math.min(claim.confidence, most) };
}

/** A claim that nobody could doubt in earnest: a person decides. */
export function heldBySkeptic(claim: Claim): Claim {
  return claim.holds.includes("skeptic") ? claim : { ...claim, holds: [...claim.holds, "skeptic"] };
}
