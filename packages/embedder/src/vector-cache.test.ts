import { describe, expect, it } from "vitest";
import { VectorCache } from "./vector-cache.ts";

describe("the cache of vectors", () => {
  it("forgets what was not used for longest", () => {
    const cache = new VectorCache(2);
    cache.put("a", Float32Array.of(1));
    cache.put("b", Float32Array.of(2));
    cache.get("a");
    cache.put("c", Float32Array.of(3));
    expect(["a", "b", "c"].map((text) => cache.get(text)?.[0])).toEqual([1, undefined, 3]);
  });

  it("gives and takes copies", () => {
    const cache = new VectorCache(1);
    const vector = Float32Array.of(1);
    cache.put("a", vector);
    vector[0] = 9;
    cache.get("a")?.fill(7);
    expect(cache.get("a")).toEqual(Float32Array.of(1));
  });

  it("keeps nothing when it has no room", () => {
    const cache = new VectorCache(0);
    cache.put("a", Float32Array.of(1));
    expect(cache.get("a")).toBeUndefined();
  });
});
