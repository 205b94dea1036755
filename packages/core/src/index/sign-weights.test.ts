import { describe, expect, it } from "vitest";
import { wordsPerCode } from "./sign-distances.ts";
import { signWeights, weighSigns } from "./sign-weights.ts";
import { writeSigns } from "./vector-code.ts";

describe("signWeights", () => {
  it.each([1, 31, 96, 384, 1_000])(
    "weigh %i signs as adding and subtracting the numbers would",
    (dimension) => {
      const query = Float32Array.from({ length: dimension }, (_, at) => Math.sin(at * 7 + 1));
      const vector = Float32Array.from({ length: dimension }, (_, at) => Math.cos(at * 3 + 2));
      const words = wordsPerCode(dimension);
      const codes = new Int32Array(3 * words);
      writeSigns(vector, codes, words);
      const plain = query.reduce((sum, value, at) => sum + ((vector[at] as number) > 0 ? value : -value), 0);
      expect(weighSigns(codes, words, signWeights(query))).toBeCloseTo(plain, 4);
    },
  );
});
