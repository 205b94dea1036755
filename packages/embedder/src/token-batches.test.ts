import { describe, expect, it } from "vitest";
import { cutTokens, tokenBatches } from "./token-batches.ts";

describe("batches of tokens", () => {
  it("hold every text once and no more than fits with padding", () => {
    const lengths = [5, 200, 7, 6, 90, 5, 110, 3];
    const batches = tokenBatches(lengths, 200);
    expect(batches.flatMap(({ places }) => places).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    for (const { places, width } of batches) {
      expect(places.length * width).toBeLessThanOrEqual(200);
      expect(width).toBe(Math.max(...places.map((place) => lengths[place] ?? 0)));
    }
    expect(batches).toHaveLength(4);
  });

  it("hold one text that is too long by itself", () => {
    expect(tokenBatches([300, 2], 200).map(({ places }) => places)).toEqual([[1], [0]]);
    expect(tokenBatches([], 200)).toEqual([]);
  });
});

describe("tokens that are too many", () => {
  it("are cut at the limit, with the closing mark kept", () => {
    expect(cutTokens([101, 1, 2, 3, 102], 4)).toEqual([101, 1, 2, 102]);
    expect(cutTokens([101, 1, 102], 3)).toEqual([101, 1, 102]);
  });
});
