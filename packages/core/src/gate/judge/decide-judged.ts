import { quoteOccurs } from "../../text/quote-occurs.ts";
import { renderExample } from "../../text/skill-file/skill-body.ts";
import type { GateAssertion, GateReport } from "../../types/gate-report.ts";
import type { Reason } from "../../types/verdict.ts";
import { modelWords } from "../model-words.ts";
import { type JudgeAnswer, leastAssertions } from "./judge-answer.ts";
import type { JudgeInput } from "./judge-question.ts";

type Aspect = GateAssertion["aspect"];
type Assertion = JudgeAnswer["assertions"][number];

const wanted: Readonly<Record<Aspect, string>> = {
  verification: "that its verification could fail",
  "prevents-mistake": "that it prevents the mistake it was learned from",
  "no-harm": "that none of its steps does harm",
  behaviour: "what an agent would do with it",
};

export const noJudgement: Reason = {
  code: "judge-no-answer",
  detail: "the judge of its text gave no usable answer",
};

/**
 * What a judge's grades amount to: allow, or hold with reasons. An assertion counts when its quote stands in the skill
 * and no other says the same; one about the verification must quote the verification. A mandatory aspect must
 * pass; failing in one holds whatever it quotes, while a `behaviour` nobody can find in the text is the judge's own idea.
 */
export function decideJudged(answer: JudgeAnswer, { content, failure }: JudgeInput): GateReport {
  const hasFailure = failure !== undefined && failure.trim() !== "";
  const required: readonly Aspect[] = [
    "verification",
    "no-harm",
    ...(hasFailure ? (["prevents-mistake"] as const) : []),
  ];
  const stands = standsIn(content);
  const grounded = distinct(answer.assertions.filter(stands));
  // Of the same assertion graded twice the worse grade counts: doubles are looked through as well.
  const failed = answer.assertions.filter((one) => {
    if (one.aspect === "behaviour") return one.grade === "fail" && stands(one);
    return one.grade === "fail" || (one.grade === "out-of-scope" && required.includes(one.aspect));
  });
  const reasons = [
    ...distinct(failed).map(failedReason),
    ...required
      .filter((aspect) => ![...grounded, ...failed].some((one) => one.aspect === aspect))
      .map(missingReason),
    ...(grounded.length < leastAssertions ? [ungroundedReason(grounded.length)] : []),
  ];
  return {
    verdict: { decision: reasons.length === 0 ? "allow" : "hold", reasons },
    assertions: grounded.map((one) => ({
      ...one,
      text: modelWords(one.text, 400),
      quote: modelWords(one.quote, 400),
      reason: modelWords(one.reason, 400),
    })),
  };
}

/** Whether an assertion's quote stands where one of its aspect must: a line of the verification, or anywhere in the text. */
function standsIn({ bullets, example }: JudgeInput["content"]): (assertion: Assertion) => boolean {
  const checks = bullets.filter(({ section }) => section === "verification").map(({ text }) => text);
  const all = [
    ...bullets.map(({ text }) => text),
    ...(example === undefined ? [] : [renderExample(example)]),
  ];
  return ({ aspect, quote }) => {
    // The mark of a list before a line is not part of the line.
    const words = withoutCodeMarks(quote.replace(/^\s*[-*•]\s+/, ""));
    return (aspect === "verification" ? checks : all).some((text) =>
      quoteOccurs(words, withoutCodeMarks(text)),
    );
  };
}

/** Models leave the marks of code spans out when they copy a line; the words are the same. */
function withoutCodeMarks(text: string): string {
  return text.replaceAll("`", "");
}

function distinct(assertions: readonly Assertion[]): readonly Assertion[] {
  const byText = new Map<string, Assertion>();
  for (const one of assertions) {
    const key = `${one.aspect} ${one.text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()}`;
    if (!byText.has(key)) byText.set(key, one);
  }
  return [...byText.values()];
}

function failedReason({ aspect, grade, text, reason }: Assertion): Reason {
  const how = grade === "fail" ? "did not pass" : "did not grade";
  return {
    code: "judge-failed",
    detail: `a judge ${how} ${wanted[aspect]}: “${modelWords(text)}”, because “${modelWords(reason)}”`,
    field: aspect,
  };
}

function missingReason(aspect: Aspect): Reason {
  return { code: "judge-missing-aspect", detail: `no judge confirmed ${wanted[aspect]}`, field: aspect };
}

function ungroundedReason(count: number): Reason {
  return {
    code: "judge-ungrounded",
    detail: `only ${count} of the judge's assertions quote the text, and ${leastAssertions} must`,
  };
}
