import { describe, expect, it } from "vitest";
import { halfOf } from "./split.ts";

describe("halfOf", () => {
  it("puts an id into the same half for ever", () => {
    expect(["a-direct-01", "a-direct-02", "a-direct-03", "b-lexical-11", "c-error-07"].map(halfOf)).toEqual([
      "test",
      "tune",
      "test",
      "test",
      "tune",
    ]);
  });

  it("gives about 38 % of the ids to the tuning half", () => {
    const ids = Array.from({ length: 10_000 }, (_, index) => `author-class-${index}`);
    const tune = ids.filter((id) => halfOf(id) === "tune").length;
    expect(tune).toBeGreaterThan(3_650);
    expect(tune).toBeLessThan(3_950);
  });
});
