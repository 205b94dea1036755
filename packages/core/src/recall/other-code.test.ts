import { describe, expect, it } from "vitest";
import { errorSignature } from "../text/error-signature/error-signature.ts";
import type { SkillContent } from "../types/skill.ts";
import { probeSkills } from "./__fixtures__/skills.ts";
import { bearsOtherCode, codesOf } from "./other-code.ts";

function skill(symptoms: readonly string[], signatures: readonly string[] = []): SkillContent {
  const [first] = probeSkills;
  if (first === undefined) throw new Error("no skill");
  return { ...first, keys: { appliesWhen: [], symptoms, signatures, queries: [], notFor: [] } };
}

const differs = (symptom: string, error: string): boolean =>
  bearsOtherCode(skill([symptom]), codesOf(errorSignature(error).text));

describe("bearsOtherCode", () => {
  it.each([
    [
      "a.ts(1,1): error TS2322: Type 'a' is not assignable",
      "b.ts(3,4): error TS2345: Argument is not assignable",
    ],
    ["Error: connect ECONNREFUSED 10.0.0.7:80", "Error: connect ETIMEDOUT 10.0.0.7:80"],
    [
      "PermissionError: [WinError 32] it is in use: 'a'",
      "PermissionError: [WinError 5] Access is denied: 'a'",
    ],
    ["curl: (6) Could not resolve host: a.example", "curl: (7) Failed to connect to a.example port 80"],
    ["Error: Request failed with status code 404", "Error: Request failed with status code 503"],
  ])("tells %j from %j", (symptom, error) => {
    expect(differs(symptom, error)).toBe(true);
  });

  it("does not differ by a code of another kind, nor where one of the two bears none", () => {
    expect(
      differs("Error: connect ECONNREFUSED 10.0.0.7:80", "Error: Request failed with status code 503"),
    ).toBe(false);
    expect(
      differs("Type 'a' is not assignable to type 'b'", "a.ts(1,1): error TS2322: Type 'c' is not"),
    ).toBe(false);
    expect(differs("a.ts(1,1): error TS2322: Type 'a' is not assignable", "Type 'c' is not assignable")).toBe(
      false,
    );
  });

  it("does not differ where one of several recorded errors bears the code", () => {
    const both = skill([], ["<path>: error ts2345: no", "<path>: error ts2322: no"]);
    expect(bearsOtherCode(both, codesOf("<path>: error ts2322: type is not assignable"))).toBe(false);
  });
});
