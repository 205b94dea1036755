import { describe, expect, it } from "vitest";
import { twoLevels } from "./two-levels.ts";

const byTask = [Float64Array.of(0.5, 0.9, 0.7)];
const domainOf = [0, 1, 2];

describe("twoLevels", () => {
  it("ranks the skills of the best domain alone where that is sure", () => {
    const rows = twoLevels({ byDomain: [Float64Array.of(0.8, 0.6, 0.1)], byTask, domainOf });
    expect([...(rows[0] ?? [])]).toEqual([0.5, -1, -1]);
  });

  it("takes in the second domain where the first is not sure", () => {
    const rows = twoLevels({ byDomain: [Float64Array.of(0.8, 0.78, 0.1)], byTask, domainOf });
    expect([...(rows[0] ?? [])]).toEqual([0.5, 0.9, -1]);
  });
});
