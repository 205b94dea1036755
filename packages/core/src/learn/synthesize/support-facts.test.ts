import { describe, expect, it } from "vitest";
import { sampleContent } from "../../testing/library-samples.ts";
import { claimOfRun } from "../../testing/written-samples.ts";
import type { StoredClaim } from "../../types/claim.ts";
import type { ProcedureProposal } from "../../types/procedure.ts";
import { lessonKeyOf, lessonsOf } from "./support-facts.ts";

const content = sampleContent({ kind: "procedure" });
function procedureOfRun(run: number, fields: Partial<ProcedureProposal> = {}): StoredClaim {
  const { scope, traceId } = claimOfRun(run);
  const proposal: ProcedureProposal = {
    key: "steps",
    scope,
    traceId,
    task: "deploy",
    environment: { node: "22" },
    check: "npm test",
    example: { tool: "bash", calls: [], placeholders: {} },
    steps: ["Deploy."],
    preconditions: [],
    signature: content.signature,
    uses: [],
    ...fields,
  };
  return claimOfRun(run, {}, { id: `${traceId}#procedure`, taught: { kind: "procedure", proposal } });
}
const lessons = (support: readonly StoredClaim[], holds: readonly "unbound-value"[] = []) =>
  lessonsOf(support, { key: "k", content, holds });

describe("lessonsOf", () => {
  it("gives each run its lesson, of the content's kind, with what was found in its own claim", () => {
    const claims = [claimOfRun(1, { holds: ["skeptic"] }), claimOfRun(2, {}, { id: "trace-2#1" })];
    expect(lessons(claims, ["unbound-value"])).toMatchObject([
      { kind: "procedure", traceId: "trace-1", index: 100, holds: ["skeptic", "unbound-value"], key: "k" },
      { kind: "procedure", traceId: "trace-2", index: 101, holds: ["unbound-value"] },
    ]);
  });

  it("takes a procedure's run for verified, keeps its holds, and numbers it apart from claims", () => {
    const [first, second] = lessons([procedureOfRun(1, { holds: ["weakens-guard"] }), procedureOfRun(2)]);
    expect(first).toMatchObject({ task: "deploy", verified: true, holds: ["weakens-guard"], index: 190 });
    expect(second).toMatchObject({ environment: { node: "22" }, holds: [] });
  });
});

describe("lessonKeyOf", () => {
  it("is that of the oldest claim, whichever others agree, and that of the steps for a procedure", () => {
    expect(lessonKeyOf([claimOfRun(1), claimOfRun(2)])).toBe(lessonKeyOf([claimOfRun(1), claimOfRun(3)]));
    expect(lessonKeyOf([claimOfRun(2)])).not.toBe(lessonKeyOf([claimOfRun(1)]));
    expect(lessonKeyOf([procedureOfRun(1)])).toBe("procedure:steps");
    expect(lessonKeyOf([procedureOfRun(2)])).toBe("procedure:steps");
  });
});
