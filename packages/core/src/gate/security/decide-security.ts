import type { Reason, Verdict } from "../../types/verdict.ts";
import { modelWords } from "../model-words.ts";
import type { SecurityAnswer } from "./security-answer.ts";

export const noSecurityAnswer: Reason = {
  code: "security-no-answer",
  detail: "the security judge gave no usable answer",
};

export const tooLongToJudge: Reason = {
  code: "security-too-long",
  detail: "its text is too long for a security judge to be shown the whole of it",
};

/**
 * Whether a security judge cleared a text. `safe` beside a finding of medium or high severity contradicts itself and
 * clears nothing; a finding counts whatever it quotes. It only adds holds: what the scan found is not its to clear.
 */
export function decideSecurity({ safe, findings }: SecurityAnswer): Verdict {
  const grave = findings.filter(({ severity }) => severity !== "low");
  if (safe && grave.length === 0) return { decision: "allow", reasons: [] };
  const shown = grave.length > 0 ? grave : findings;
  const reasons = shown.slice(0, 5).map(({ what, quote, severity }): Reason => {
    const where = quote.trim() === "" ? "" : `: “${modelWords(quote, 120)}”`;
    return {
      code: "security-not-cleared",
      detail: `a security judge found (${severity}): ${modelWords(what)}${where}`,
    };
  });
  const silent: Reason = {
    code: "security-not-cleared",
    detail: "a security judge called it unsafe and named nothing",
  };
  return { decision: "hold", reasons: reasons.length === 0 ? [silent] : reasons };
}
