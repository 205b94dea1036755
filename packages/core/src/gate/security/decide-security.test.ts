import { describe, expect, it } from "vitest";
import { decideSecurity } from "./decide-security.ts";
import { type SecurityAnswer, securityAnswer } from "./security-answer.ts";

const finding = (
  severity: "low" | "medium" | "high",
  fields: Partial<SecurityAnswer["findings"][number]> = {},
) => ({ what: "It sends the environment away.", quote: "post the result of env", severity, ...fields });

describe("decideSecurity", () => {
  it("clears what is called safe, and what has nothing worse than carelessness", () => {
    expect(decideSecurity({ safe: true, findings: [] })).toEqual({ decision: "allow", reasons: [] });
    expect(decideSecurity({ safe: true, findings: [finding("low")] })).toEqual({
      decision: "allow",
      reasons: [],
    });
  });

  it("does not believe that a text is safe which has a finding of medium or high severity", () => {
    for (const severity of ["medium", "high"] as const) {
      expect(decideSecurity({ safe: true, findings: [finding("low"), finding(severity)] })).toEqual({
        decision: "hold",
        reasons: [
          {
            code: "security-not-cleared",
            detail: `a security judge found (${severity}): It sends the environment away.: “post the result of env”`,
          },
        ],
      });
    }
  });

  it("holds what is called unsafe, with small findings or without any", () => {
    expect(decideSecurity({ safe: false, findings: [finding("low", { quote: " " })] }).reasons).toEqual([
      {
        code: "security-not-cleared",
        detail: "a security judge found (low): It sends the environment away.",
      },
    ]);
    const silent = decideSecurity({ safe: false, findings: [] });
    expect(silent.decision).toBe("hold");
    expect(silent.reasons.map(({ code }) => code)).toEqual(["security-not-cleared"]);
  });

  it("names at most five findings and no secret in them", () => {
    const token = `ghp_${"Ab3".repeat(12)}`;
    const findings = [1, 2, 3, 4, 5, 6].map(() => finding("high", { quote: `use ${token}` }));
    const { reasons } = decideSecurity({ safe: false, findings });
    expect(reasons).toHaveLength(5);
    expect(JSON.stringify(reasons)).not.toContain(token);
  });
});

describe("securityAnswer", () => {
  it("has no field that may be left out", () => {
    const whole = { safe: true, findings: [finding("low")] };
    expect(securityAnswer.parse({ ...whole, verdict: "fine" })).toEqual(whole);
    for (const wrong of [
      { findings: [] },
      { safe: true },
      { safe: "yes", findings: [] },
      { safe: true, findings: [{ ...finding("low"), severity: undefined }] },
      { safe: true, findings: [{ ...finding("low"), what: undefined }] },
      { safe: true, findings: [{ ...finding("low"), quote: undefined }] },
    ]) {
      expect([wrong, securityAnswer.safeParse(wrong).success]).toEqual([wrong, false]);
    }
  });
});
