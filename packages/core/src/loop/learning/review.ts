import { codeVerdict, heldFor, strictest } from "../../gate/decide-review.ts";
import { groupedByModel } from "../../gate/joint-question.ts";
import { decideJudged, noJudgement } from "../../gate/judge/decide-judged.ts";
import { judgeQuestion } from "../../gate/judge/judge-question.ts";
import { askTogether } from "../../gate/run-ask.ts";
import { decideSecurity, noSecurityAnswer } from "../../gate/security/decide-security.ts";
import { securityQuestion } from "../../gate/security/security-question.ts";
import { afterDoubt } from "../../learn/skeptic/after-doubt.ts";
import { skepticQuestion } from "../../learn/skeptic/skeptic-question.ts";
import { speaksToReaders } from "../../learn/skeptic/speaks-to-readers.ts";
import type { ReviewStage } from "../../ports/model-stages.ts";
import type { Claim } from "../../types/claim.ts";
import type { GateReport } from "../../types/gate-report.ts";

/**
 * Doubts the claims that a text was written from, and has it judged: claims first, then security, then the judge. Questions of one
 * model go in one call, but judges are shown no run that speaks to its readers. The next call is made only while nothing stands
 * against the text. Answers can only make it stricter, and one that is no use holds whatever it was about. Rejects when a model cannot be reached.
 */
export const review: ReviewStage = async (ports, input) => {
  const { content, doubts, traceId, scope, isCarried } = input;
  const verdict = codeVerdict(input);
  if (verdict.decision === "reject") return { claims: [], report: { verdict, assertions: [] } };
  const doubting = skepticQuestion(doubts);
  const security = securityQuestion(content);
  const judging = judgeQuestion(input);
  const judges = verdict.decision === "allow" ? [security, judging] : [];
  const reports: GateReport[] = [];
  let claims: readonly Claim[] = [];
  const asked = doubts.length > 0 ? [doubting] : [];
  const groups = doubts.some(({ trace }) => speaksToReaders(trace))
    ? [...groupedByModel(ports.model, asked), ...groupedByModel(ports.model, judges)]
    : groupedByModel(ports.model, [...asked, ...judges]);
  for (const group of groups) {
    const answers = await askTogether(ports, group, { scope, traceId, skill: content.name });
    if (group.includes(doubting)) claims = afterDoubt(doubts, answers.of(doubting));
    if (group.includes(security)) {
      const answer = answers.of(security);
      const said = answer === undefined ? heldFor(noSecurityAnswer) : decideSecurity(answer);
      reports.push({ verdict: said, assertions: [] });
    }
    if (group.includes(judging)) {
      const answer = answers.of(judging);
      const none = { verdict: heldFor(noJudgement), assertions: [] };
      reports.push(answer === undefined ? none : decideJudged(answer, input));
    }
    if (!isCarried(claims) || reports.some((one) => one.verdict.decision !== "allow")) break;
  }
  const report = strictest(verdict, reports);
  const isUnjudged = report.verdict.decision === "allow" && reports.length < judges.length;
  return { claims, report: isUnjudged ? { ...report, verdict: heldFor(noJudgement) } : report };
};
