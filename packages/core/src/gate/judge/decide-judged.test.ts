import { describe, expect, it } from "vitest";
import { sampleContent } from "../../testing/library-samples.ts";
import { decideJudged } from "./decide-judged.ts";
import { type JudgeAnswer, judgeAnswer } from "./judge-answer.ts";

type Assertion = JudgeAnswer["assertions"][number];

const content = sampleContent();
const failure = "It pushed a branch without an upstream.";

const verification: Assertion = {
  aspect: "verification",
  text: "The agent looks whether the upstream is named.",
  quote: "`git status -sb` names the upstream.",
  reason: "The output can lack it.",
  grade: "pass",
};
const prevents: Assertion = {
  aspect: "prevents-mistake",
  text: "The agent sets the upstream.",
  quote: "Push with `git push -u origin <branch>`.",
  reason: "The flag sets it.",
  grade: "pass",
};
const harmless: Assertion = {
  aspect: "no-harm",
  text: "The push overwrites nothing.",
  quote: "git push -u origin <branch>",
  reason: "Nothing is forced.",
  grade: "pass",
};
const behaviour: Assertion = {
  aspect: "behaviour",
  text: "The agent leaves repositories without a remote alone.",
  quote: "Repositories with a remote.",
  reason: "The scope says so.",
  grade: "pass",
};
const passing = [verification, prevents, harmless];

function judged(assertions: readonly Assertion[], fields: { readonly failure?: string } = { failure }) {
  const report = decideJudged({ assertions: [...assertions] }, { content, ...fields });
  const { decision, reasons } = report.verdict;
  return { decision, codes: reasons.map(({ code, field }) => (field ? `${code} ${field}` : code)), report };
}

describe("decideJudged", () => {
  it("lets through what passes in every mandatory aspect by its own words", () => {
    const { report } = judged([...passing, behaviour]);
    expect(report.verdict).toEqual({ decision: "allow", reasons: [] });
    expect(report.assertions).toEqual([...passing, behaviour]);
  });

  it("takes a quote with the mark of a list before it, or out of the example", () => {
    const marked = { ...verification, quote: `- ${verification.quote}` };
    const fromExample = { ...harmless, quote: "`<branch>`: the branch to push" };
    expect(judged([marked, prevents, fromExample]).decision).toBe("allow");
  });

  it("takes a quote without the marks of its code spans", () => {
    const bare = { ...verification, quote: "git status -sb names the upstream" };
    expect(judged([bare, prevents, harmless]).decision).toBe("allow");
  });

  it("holds when a mandatory aspect is missing, a mistake only where there was one", () => {
    expect(judged([prevents, harmless, behaviour]).codes).toEqual(["judge-missing-aspect verification"]);
    expect(judged([verification, prevents, behaviour]).codes).toEqual(["judge-missing-aspect no-harm"]);
    expect(judged([verification, harmless, behaviour]).codes).toEqual([
      "judge-missing-aspect prevents-mistake",
    ]);
    expect(judged([verification, harmless, behaviour], {}).decision).toBe("allow");
    expect(judged([verification, harmless, behaviour], { failure: " " }).decision).toBe("allow");
  });

  it("holds on one failed assertion among many passed ones, with the judge's words", () => {
    const { decision, report } = judged([...passing, { ...behaviour, grade: "fail" }]);
    expect(decision).toBe("hold");
    expect(report.verdict.reasons).toEqual([
      {
        code: "judge-failed",
        field: "behaviour",
        detail:
          "a judge did not pass what an agent would do with it: “The agent leaves repositories without a remote alone.”, because “The scope says so.”",
      },
    ]);
  });

  it("holds on a failed assertion beyond the six that were asked for", () => {
    const many = [1, 2, 3, 4].map((number) => ({ ...behaviour, text: `Behaviour ${number}` }));
    const last: Assertion = { ...harmless, text: "It deletes nothing.", grade: "fail" };
    expect(judged([...passing, ...many]).decision).toBe("allow");
    expect(judged([...passing, ...many, last]).codes).toEqual(["judge-failed no-harm"]);
  });

  it("does not count an assertion whose quote the skill does not have", () => {
    const invented = { ...harmless, quote: "Never push with --force." };
    expect(judged([verification, prevents, invented, behaviour]).codes).toEqual([
      "judge-missing-aspect no-harm",
    ]);
    const none = [verification, prevents, harmless].map((one) => ({ ...one, quote: "All is well here." }));
    const { codes, report } = judged(none);
    expect(codes).toContain("judge-ungrounded");
    expect(report.assertions).toEqual([]);
  });

  it("does not count a quote that joins two lines or is found by a few letters", () => {
    const joined = { ...harmless, quote: "origin <branch>`. `git status -sb`" };
    const short = { ...harmless, quote: "push" };
    expect(judged([verification, prevents, joined, behaviour]).decision).toBe("hold");
    expect(judged([verification, prevents, short, behaviour]).decision).toBe("hold");
  });

  it("wants the verification quoted from the verification", () => {
    const elsewhere = { ...verification, quote: "Repositories with a remote." };
    expect(judged([elsewhere, prevents, harmless, behaviour]).codes).toEqual([
      "judge-missing-aspect verification",
    ]);
  });

  it("counts an assertion that is said again once, and its worse grade", () => {
    const again = [behaviour, { ...behaviour, text: "the agent leaves repositories WITHOUT a remote alone" }];
    expect(judged([verification, harmless, ...again], {}).decision).toBe("allow");
    expect(judged([verification, harmless, { ...harmless }], {}).codes).toEqual(["judge-ungrounded"]);
    expect(judged([...passing, { ...harmless, grade: "fail" }]).codes).toEqual(["judge-failed no-harm"]);
  });

  it("puts up with an over-reaching assertion about any other behaviour and about nothing else", () => {
    const over = (one: Assertion): Assertion => ({ ...one, grade: "out-of-scope" });
    expect(judged([...passing, over(behaviour)]).decision).toBe("allow");
    expect(judged([over(verification), prevents, harmless]).codes).toEqual(["judge-failed verification"]);
    expect(judged([verification, over(prevents), harmless]).codes).toEqual(["judge-failed prevents-mistake"]);
    expect(judged([verification, prevents, over(harmless)]).codes).toEqual(["judge-failed no-harm"]);
    expect(judged([verification, over(prevents), harmless], {}).decision).toBe("allow");
  });

  it("holds on harm that the judge cannot quote, and overlooks a behaviour that nobody wrote", () => {
    const unquoted: Assertion = { ...harmless, quote: "somewhere in the text", grade: "fail" };
    expect(judged([...passing, { ...unquoted, text: "It keeps the files." }]).codes).toEqual([
      "judge-failed no-harm",
    ]);
    const own: Assertion = { ...behaviour, quote: "It also runs the tests.", grade: "fail" };
    expect(judged([...passing, own]).decision).toBe("allow");
  });

  it("keeps no secret of what a judge wrote", () => {
    const token = `ghp_${"Ab3".repeat(12)}`;
    const telling: Assertion = { ...harmless, reason: `It sends ${token} away.`, grade: "fail" };
    const { report } = judged([verification, prevents, telling]);
    expect(JSON.stringify(report)).toContain("[redacted]");
    expect(JSON.stringify(report)).not.toContain(token);
  });
});

describe("judgeAnswer", () => {
  const fits = (assertions: readonly unknown[]): boolean => judgeAnswer.safeParse({ assertions }).success;

  it("has no field that may be left out, and no list that may be empty", () => {
    expect(fits(passing)).toBe(true);
    for (const field of Object.keys(verification)) {
      expect([field, fits([{ ...verification, [field]: undefined }, prevents, harmless])]).toEqual([
        field,
        false,
      ]);
    }
    expect(fits([])).toBe(false);
    expect(fits([verification, harmless])).toBe(false);
    expect(judgeAnswer.safeParse({}).success).toBe(false);
  });

  it("drops what a model adds, and refuses a grade that it made up", () => {
    expect(judgeAnswer.parse({ assertions: passing, overall: "pass" })).toEqual({ assertions: passing });
    expect(fits([{ ...verification, grade: "mostly" }, prevents, harmless])).toBe(false);
  });
});
