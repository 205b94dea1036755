import { describe, expect, it } from "vitest";

import { classWeights, type Weighed } from "./class-weights.ts";

const examples = (group: string, classes: string): readonly Weighed[] =>
  classes.split(" ").map((name) => ({ group, probe: { class: name } }));

describe("classWeights", () => {
  it("gives an author's classes the shares of the measured ones", () => {
    const weights = classWeights([
      ...examples("tune", "direct step"),
      ...examples("ada", "direct direct direct step"),
    ]);
    expect(weights.slice(0, 2)).toEqual([1, 1]);
    expect(weights[2]).toBeCloseTo(2 / 3);
    expect(weights[5]).toBeCloseTo(2);
  });

  it("makes nothing of a class that is only there in traces", () => {
    const many = examples("ada", Array.from({ length: 99 }, () => "direct").join(" "));
    const weights = classWeights([...examples("tune", "direct step"), ...many, ...examples("ada", "step")]);
    expect(weights.at(-1)).toBe(3);
  });

  it("counts what asks for no work for more", () => {
    expect(classWeights(examples("tune", "direct knowledge"))).toEqual([1, 2.5]);
  });

  it("gives the few repairs their share, however many others there are", () => {
    const many = examples("tune", Array.from({ length: 91 }, () => "direct").join(" "));
    expect(classWeights([...examples("repairs", "direct"), ...many])[0]).toBeCloseTo(9);
  });

  it("takes a class that is not measured as it is", () => {
    expect(classWeights([...examples("tune", "direct"), ...examples("ada", "riddle")]).at(-1)).toBe(1);
  });
});
