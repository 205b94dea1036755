import type { Doubt } from "../../ports/model-stages.ts";
import type { Claim, SkepticVerdict } from "../../types/claim.ts";
import type { Trace } from "../../types/trace.ts";
import { isFailure } from "../failure-kind.ts";
import { isAboutFailure, isAboutOutput } from "../reflect/about-cause.ts";
import { citedStep, isAnswered } from "../reflect/cited-steps.ts";
import { holdsOwnPrompt } from "../reflect/own-words.ts";
import type { SkepticAnswer, VerdictAnswer } from "./skeptic-answer.ts";
import { claimLabel } from "./skeptic-question.ts";

const mostPartial = 0.65;
const mostUnsupported = 0.35;

/** Whether a quote shows the claimed cause, and not merely something of the run. */
function shows(claim: Claim, { callId, text }: SkepticVerdict["quotes"][number], trace: Trace): boolean {
  const step = citedStep(trace, callId);
  if (step === undefined) return false;
  return isFailure(step) ? isAboutFailure(text, step, claim) : isAboutOutput(text, claim);
}

/**
 * What the skeptic really says of a claim, with the quotes that something gave back in the run. A claim whose quotes do not
 * occur has no support. A quote that is about something else than the cause is half of one.
 */
export function verdictOf({ claim, trace }: Doubt, answer: VerdictAnswer | undefined): SkepticVerdict {
  if (answer === undefined)
    return { claimId: claim.id, support: "none", quotes: [], reason: "The claim was left out." };
  const quotes = answer.quotes.flatMap(({ callId, text }) => {
    const step = citedStep(trace, callId);
    if (step === undefined || holdsOwnPrompt(text) || !isAnswered(text, step)) return [];
    return [{ callId: step.callId, text }];
  });
  const { reason } = answer;
  if (quotes.length === 0) return { claimId: claim.id, support: "none", quotes, reason };
  const isShown = quotes.some((quote) => shows(claim, quote, trace));
  const support = answer.support === "direct" && !isShown ? "partial" : answer.support;
  return { claimId: claim.id, support, quotes, reason };
}

/** The claim as the verdict leaves it: as sure as before, or less. Nothing raises it. */
function afterVerdict(claim: Claim, { support }: SkepticVerdict): Claim {
  if (support === "direct") return { ...claim, doubted: true };
  const most = support === "partial" ? mostPartial : mostUnsupported;
  return { ...claim, confidence: Math.min(claim.confidence, most), doubted: true };
}

/** Claims as an answer leaves them. Without one they are held, since nobody doubted them in earnest: a person decides. */
export function afterDoubt(doubts: readonly Doubt[], answer: SkepticAnswer | undefined): readonly Claim[] {
  return doubts.map((doubt, place) =>
    answer === undefined
      ? heldBySkeptic(doubt.claim)
      : afterVerdict(doubt.claim, verdictOf(doubt, answer.verdicts[claimLabel(place)])),
  );
}

function heldBySkeptic(claim: Claim): Claim {
  return claim.holds.includes("skeptic") ? claim : { ...claim, holds: [...claim.holds, "skeptic"] };
}
