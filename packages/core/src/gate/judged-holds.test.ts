import { describe, expect, it } from "vitest";
import { judgedHolds } from "./judged-holds.ts";

const reason = (code: string) => ({ code, detail: "x" });

describe("judgedHolds", () => {
  it("names the judges that held a text, and no one else", () => {
    const holds = (...codes: readonly string[]) =>
      judgedHolds({ decision: "hold", reasons: codes.map(reason) });
    expect(holds("judge-failed", "judge-missing-aspect")).toEqual(["judge"]);
    expect(holds("security-too-long")).toEqual(["security"]);
    expect(holds("security-no-answer", "judge-no-answer")).toEqual(["judge", "security"]);
    expect(holds("weakens-guard", "hidden-text")).toEqual([]);
  });

  it("holds nothing that was let through or rejected", () => {
    expect(judgedHolds({ decision: "allow", reasons: [reason("unverified")] })).toEqual([]);
    expect(judgedHolds({ decision: "reject", reasons: [reason("judge-failed")] })).toEqual([]);
  });
});
