import { describe, expect, it } from "vitest";
import { meansNoWork } from "../../../packages/core/src/recall/no-work.ts";
import { fitNoWork, type NoWorkExample } from "./fit-no-work.ts";

const example = (name: string, expected: string | null, vector?: readonly number[]): NoWorkExample => ({
  probe: { class: name, expect: expected },
  vector: vector && Float32Array.from(vector),
});

describe("fitNoWork", () => {
  const fitted = fitNoWork("one", [
    example("direct", "a", [1, 0]),
    example("lexical", null, [0.8, 0.6]),
    example("follow-up", "a", [0.8, -0.6]),
    example("knowledge", null, [-1, 0]),
    example("follow-up", null, [-0.8, 0.6]),
  ]);
  const read = (vector: readonly number[]) =>
    meansNoWork(fitted, { vector: Float32Array.from(vector), embedder: "one" });

  it("tells questions and small talk from work, whether a skill covers it or not", () => {
    expect(read([-0.9, 0.1])).toBeGreaterThan(0.1);
    expect(read([0.9, 0.1])).toBeLessThan(-0.1);
  });

  it("fits nothing where no request has a vector", () => {
    expect(fitNoWork("one", [example("direct", "a"), example("repairs trap", null, [1, 0])])).toBeUndefined();
  });
});
