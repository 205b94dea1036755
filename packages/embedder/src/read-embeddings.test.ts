import { describe, expect, it } from "vitest";
import { readEmbeddings } from "./read-embeddings.ts";

const base64 = (...values: number[]): string => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [place, value] of values.entries()) bytes.writeFloatLE(value, place * 4);
  return bytes.toString("base64");
};
const answer = (...embeddings: unknown[]) => ({
  data: embeddings.map((embedding, index) => ({ index, embedding })),
});

describe("an answer of an embeddings service", () => {
  it("is read in both forms, at length 1", () => {
    const read = readEmbeddings(answer([3, 4], base64(0, -2)), 2);
    expect(read).toEqual({ vectors: [Float32Array.of(0.6, 0.8), Float32Array.of(0, -1)] });
  });

  it("comes in the order of its indexes, or as it stands when it has none", () => {
    const data = [
      { index: 1, embedding: [0, 1] },
      { index: 0, embedding: [1, 0] },
    ];
    expect(readEmbeddings({ data }, 2)).toEqual({ vectors: [Float32Array.of(1, 0), Float32Array.of(0, 1)] });
    const bare = data.map(({ embedding }) => ({ embedding }));
    expect(readEmbeddings({ data: bare }, 2)).toEqual({
      vectors: [Float32Array.of(0, 1), Float32Array.of(1, 0)],
    });
  });

  it("is refused when it is not what was asked for", () => {
    const one = { index: 0, embedding: [1] };
    const faults: readonly (readonly [string, unknown, number])[] = [
      ["no answer", undefined, 1],
      ["no list", { data: "vectors" }, 1],
      ["too few", answer([1]), 2],
      ["too many", answer([1], [1]), 1],
      ["an index twice", { data: [one, one] }, 2],
      ["an index beyond", { data: [{ ...one, index: 1 }] }, 1],
      ["an index below", { data: [{ ...one, index: -1 }] }, 1],
      ["an index of text", { data: [{ ...one, index: "0" }] }, 1],
      ["one index of two", { data: [one, { embedding: [1] }] }, 2],
      ["a null", answer(null), 1],
      ["numbers as text", answer(["1"]), 1],
      ["a gap in a list", answer([1, null]), 1],
      ["no base64", answer("AAC*APw=="), 1],
      ["half a float", answer(Buffer.alloc(6, 1).toString("base64")), 1],
      ["zeros", answer([0, 0]), 1],
      ["zeros in base64", answer(base64(0, 0)), 1],
      ["nothing", answer([]), 1],
      ["what is no number", answer(base64(Number.NaN, 1)), 1],
      ["more than a float holds", answer([1e300]), 1],
      ["different lengths", answer([1], [1, 2]), 2],
    ];
    for (const [name, value, count] of faults) {
      expect(readEmbeddings(value, count), name).toEqual({ fault: expect.any(String) });
    }
  });
});
