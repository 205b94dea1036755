import { describe, expect, it } from "vitest";
import { sampleScope, sampleStoredClaim } from "../../testing/store-samples.ts";
import { principlesDue } from "./principle-sources.ts";

const claims = (count: number) =>
  Array.from({ length: count }, (_none, index) =>
    sampleStoredClaim({ id: `t${index}#0`, state: "used", skillId: "s" }),
  );
const due = (count: number, newIds: readonly string[], more = claims(count)) =>
  principlesDue({ used: more, newIds, scope: sampleScope });

describe("principlesDue", () => {
  it("comes with each fifth claim that goes into a skill, and with no other", () => {
    const results = Array.from({ length: 12 }, (_none, index) => due(index, [`t${index - 1}#0`]));
    expect(results.flatMap((is, index) => (is ? [index] : []))).toEqual([5, 10]);
    expect(due(6, ["t4#0", "t5#0"])).toBe(true);
    expect(due(4, ["t0#0", "t1#0", "t2#0", "t3#0"])).toBe(false);
  });

  it("does not come again for claims that were counted before, or when nothing is new", () => {
    expect(due(5, [])).toBe(false);
    expect(due(5, ["unknown"])).toBe(false);
    expect(due(5, ["t4#0"])).toBe(true);
  });

  it("counts no claim of another scope and none that is not in a skill", () => {
    const other = sampleStoredClaim({
      id: "o#0",
      state: "used",
      skillId: "s",
      scope: { ...sampleScope, user: "someone-else" },
    });
    const waiting = sampleStoredClaim({ id: "w#0" });
    expect(due(0, ["o#0"], [...claims(4), other])).toBe(false);
    expect(due(0, ["w#0"], [...claims(4), waiting])).toBe(false);
  });
});
