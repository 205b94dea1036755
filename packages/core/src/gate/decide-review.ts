import type { GateReport } from "../types/gate-report.ts";
import type { Reason, Verdict } from "../types/verdict.ts";
import { type GateInput, gateSkill } from "./gate-skill.ts";
import { judgedText, longestJudgedText } from "./judged-text.ts";
import { tooLongToJudge } from "./security/decide-security.ts";

/** What code says of a text. One that a judge could not be shown whole is held. */
export function codeVerdict(input: GateInput): Verdict {
  const verdict = gateSkill(input);
  if (verdict.decision === "reject" || judgedText(input.content).length <= longestJudgedText) return verdict;
  return both(verdict, heldFor(tooLongToJudge));
}

/** Of several reports the strictest, with the reasons of all that hold. */
export function strictest(verdict: Verdict, reports: readonly GateReport[]): GateReport {
  return {
    verdict: reports.reduce((all, report) => both(all, report.verdict), verdict),
    assertions: reports.flatMap(({ assertions }) => assertions),
  };
}

export function heldFor(reason: Reason): Verdict {
  return { decision: "hold", reasons: [reason] };
}

/** Reasons of an allowed text are remarks, and are left out beside what holds it. */
function both(first: Verdict, second: Verdict): Verdict {
  if (second.decision === "allow") return first;
  if (first.decision === "allow") return second;
  return { decision: "hold", reasons: [...first.reasons, ...second.reasons] };
}
