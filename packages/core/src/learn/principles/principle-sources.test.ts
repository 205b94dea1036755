import { describe, expect, it } from "vitest";
import { sampleScope, sampleStoredClaim } from "../../testing/store-samples.ts";
import type { StoredClaim } from "../../types/claim.ts";
import { principleRound } from "./principle-sources.ts";

const claims = (count: number) =>
  Array.from({ length: count }, (_none, index) =>
    sampleStoredClaim({ id: `t${index}#0`, state: "used", skillId: "s", at: index }),
  );
const roundOf = (used: readonly StoredClaim[]) => principleRound({ used, scope: sampleScope });

describe("principleRound", () => {
  it("goes on with each fifth claim that goes into a skill, and with no other", () => {
    const rounds = Array.from({ length: 12 }, (_none, count) => roundOf(claims(count)).round);
    expect(rounds).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2]);
  });

  it("names the claims that were there when it last went on, whatever came since", () => {
    const ids = (count: number) => roundOf(claims(count)).claims.map(({ id }) => id);
    expect(ids(4)).toEqual([]);
    expect(ids(5)).toEqual(["t0#0", "t1#0", "t2#0", "t3#0", "t4#0"]);
    expect(ids(9)).toEqual(ids(5));
    expect(ids(10)).toHaveLength(10);
  });

  it("counts no claim of another scope and none that is not in a skill", () => {
    const other = sampleStoredClaim({
      id: "o#0",
      state: "used",
      skillId: "s",
      scope: { ...sampleScope, user: "someone-else" },
    });
    const waiting = sampleStoredClaim({ id: "w#0" });
    expect(roundOf([...claims(4), other, waiting])).toEqual({ round: 0, claims: [] });
  });
});
