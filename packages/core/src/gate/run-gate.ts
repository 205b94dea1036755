import type { GateStage, ModelPorts } from "../ports/model-stages.ts";
import type { GateReport } from "../types/gate-report.ts";
import type { Reason, Verdict } from "../types/verdict.ts";
import { gateSkill } from "./gate-skill.ts";
import { decideJudged, noJudgement } from "./judge/decide-judged.ts";
import { judgeAnswer } from "./judge/judge-answer.ts";
import { judgePrompt } from "./judge/judge-prompt.ts";
import { judgedText, longestJudgedText } from "./judged-text.ts";
import { reviewAnswer, reviewPrompt } from "./review-prompt.ts";
import { askJudge } from "./run-ask.ts";
import { judgeSecurity } from "./run-security.ts";
import { decideSecurity, noSecurityAnswer, tooLongToJudge } from "./security/decide-security.ts";

type Ports = Pick<ModelPorts, "model" | "signal">;
type Input = Parameters<GateStage>[1];

/**
 * Shape, scan and holds, then the judges. What is rejected asks no model. Judges can only make the verdict stricter: they
 * add holds, clear no finding, and a useless answer is a hold. A text that one of them did not clear is not shown to the
 * next. Rejects when a model cannot be reached.
 */
export const gate: GateStage = async (ports, input) => {
  const { content, holds, verified } = input;
  const verdict = gateSkill({ content, holds, verified });
  if (verdict.decision === "reject") return { verdict, assertions: [] };
  if (judgedText(content).length > longestJudgedText) return stricter(verdict, held([tooLongToJudge]));
  const isOneModel = ports.model.idFor?.("judge") === ports.model.idFor?.("security");
  return stricter(verdict, await (isOneModel ? reviewAtOnce(ports, input) : reviewApart(ports, input)));
};

async function reviewAtOnce(ports: Ports, input: Input): Promise<GateReport> {
  const answer = await askJudge(ports, {
    role: "judge",
    ...reviewPrompt(input),
    schema: reviewAnswer,
    subject: subjectOf(input),
  });
  if (answer === undefined) return held([noSecurityAnswer, noJudgement]);
  const security = decideSecurity(answer.security);
  const judged = decideJudged(answer.judge, input);
  return { ...judged, verdict: both(security, judged.verdict) };
}

async function reviewApart(ports: Ports, input: Input): Promise<GateReport> {
  const security = await judgeSecurity(ports, input);
  if (security.decision !== "allow") return held(security.reasons);
  const answer = await askJudge(ports, {
    role: "judge",
    ...judgePrompt(input),
    schema: judgeAnswer,
    subject: subjectOf(input),
  });
  return answer === undefined ? held([noJudgement]) : decideJudged(answer, input);
}

function subjectOf({ scope, traceId, content }: Input) {
  return { scope, traceId, skill: content.name };
}

function held(reasons: readonly Reason[]): GateReport {
  return { verdict: { decision: "hold", reasons }, assertions: [] };
}

/** Reasons of an allowed text are remarks, and are left out beside what holds it. */
function both(first: Verdict, second: Verdict): Verdict {
  if (second.decision === "allow") return first;
  if (first.decision === "allow") return second;
  return { decision: "hold", reasons: [...first.reasons, ...second.reasons] };
}

function stricter(verdict: Verdict, report: GateReport): GateReport {
  return { ...report, verdict: both(verdict, report.verdict) };
}
