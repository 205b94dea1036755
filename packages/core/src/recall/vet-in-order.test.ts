import { describe, expect, it } from "vitest";
import { finish } from "../text/finish.ts";
import type { SkillStatus } from "../types/skill.ts";
import { inOneStep } from "./__fixtures__/in-one-step.ts";
import { choose } from "./abstain.ts";
import type { Candidate } from "./candidate.ts";
import { vetInOrder } from "./vet-in-order.ts";

const threshold = 0.5;
const words = ["rotate", "key", "vault"];
const statuses: readonly SkillStatus[] = ["active", "trusted"];

/** Numbers between 0 and 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Scores that are often the same or nearly so, and words of which one skill may have more than another. */
function candidatesOf(next: () => number): readonly Candidate[] {
  const top = 0.4 + next() * 0.6;
  const spread = next() < 0.5 ? 0.015 : 0.6;
  return Array.from({ length: 1 + Math.floor(next() * 9) }, (_, at): Candidate => {
    const name = `s${at}`;
    return {
      skillId: name,
      name,
      status: statuses[Math.floor(next() * 2)] as SkillStatus,
      served: {} as Candidate["served"],
      score: top * (1 - spread * Math.floor(next() * 4) * 0.3),
      matchedBy: next() < 0.15 ? "signature" : "keys",
      terms: words.filter(() => next() < 0.7),
      fields: {},
      stale: false,
    };
  });
}

describe("vetInOrder", () => {
  it("has the same served, and the same silence, as vetting all", () => {
    const next = numbers(7);
    const kinds = new Set<string>();
    for (let round = 0; round < 4_000; round += 1) {
      const candidates = candidatesOf(next);
      const limit = 1 + Math.floor(next() * 3);
      const vetoed = new Set(candidates.filter(() => next() < 0.3).map(({ name }) => name));
      const reasonOf = ({ name }: Candidate) => (vetoed.has(name) ? "not here" : undefined);
      const all = choose({
        candidates: candidates.filter(({ name, score }) => score < threshold || !vetoed.has(name)),
        heldBack: candidates
          .filter(({ name, score }) => score >= threshold && vetoed.has(name))
          .map((candidate) => ({ candidate, decision: "vetoed", reason: "not here" })),
        threshold,
        limit,
      });
      const { kept, turnedAway } = finish(
        vetInOrder(candidates, { vetoReason: inOneStep(reasonOf), threshold, limit }),
      );
      const some = choose({ candidates: kept, heldBack: turnedAway, threshold, limit });
      expect(some.served).toEqual(all.served);
      expect(some.abstained?.reason).toEqual(all.abstained?.reason);
      kinds.add(`${all.served.length}${all.abstained?.reason ?? ""}`);
    }
    expect([...kinds].sort()).toEqual(["0ambiguous", "0below-threshold", "1", "2", "3"]);
  });

  it("reads no further skill once the best is known and no other adds anything", () => {
    const [first] = candidatesOf(numbers(1)) as [Candidate];
    const like = (name: string, score: number): Candidate => ({
      ...first,
      ...{ name, skillId: name, score, terms: words, matchedBy: "keys" },
    });
    const read: string[] = [];
    const vetoReason = inOneStep(({ name }: Candidate) => {
      read.push(name);
      return name === "hostile" ? "hostile" : undefined;
    });
    const candidates = [like("far", 0.6), like("near", 0.85), like("best", 0.95), like("hostile", 0.99)];
    const { kept, turnedAway } = finish(vetInOrder(candidates, { vetoReason, threshold, limit: 3 }));
    expect(read).toEqual(["hostile", "best"]);
    expect(kept.map(({ name }) => name)).toEqual(["best"]);
    expect(turnedAway).toMatchObject([{ candidate: { name: "hostile" }, reason: "hostile" }]);
  });
});
