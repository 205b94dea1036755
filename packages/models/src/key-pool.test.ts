import { describe, expect, it } from "vitest";
import { KeyPool, keysFrom } from "./key-pool.ts";

const always = (): boolean => true;

describe("KeyPool", () => {
  it("uses keys in turn, each once however often it is given", () => {
    const pool = new KeyPool(["a", "b", "a", "c"]);
    const keys = Array.from({ length: 6 }, () => pool.choose(0, always));
    expect(keys.map((choice) => choice !== undefined && "key" in choice && choice.key)).toEqual([
      "a",
      "b",
      "c",
      "a",
      "b",
      "c",
    ]);
  });

  it("passes over keys that wait, and waits for the one that can be used soonest", () => {
    const pool = new KeyPool(["a", "b"]);
    pool.cool("a", 500);
    expect(pool.choose(0, always)).toEqual({ key: "b", waitMs: 0 });
    pool.cool("b", 300);
    expect(pool.choose(0, always)).toEqual({ key: "b", waitMs: 300 });
    pool.cool("b", 100);
    expect(pool.choose(200, always)).toEqual({ key: "b", waitMs: 100 });
    expect(pool.choose(600, (key) => key === "a")).toEqual({ key: "a", waitMs: 0 });
  });

  it("leaves parked keys out, and says when the first comes back only when all are", () => {
    const pool = new KeyPool(["a", "b"]);
    pool.park("a", 9_000);
    pool.cool("a", 20_000);
    expect(pool.choose(0, always)).toEqual({ key: "b", waitMs: 0 });
    pool.park("b", 7_000);
    expect(pool.choose(0, always)).toEqual({ parkedUntil: 7_000 });
    expect(pool.choose(7_000, always)).toEqual({ key: "b", waitMs: 0 });
    pool.park("b", 30_000);
    expect(pool.choose(9_000, always)).toEqual({ key: "a", waitMs: 0 });
  });

  it("has none where every key has had its attempts, or there is no key", () => {
    expect(new KeyPool(["a"]).choose(0, () => false)).toBeUndefined();
    expect(new KeyPool([]).choose(0, always)).toBeUndefined();
  });
});

it("keysFrom reads a list, or a text with commas", () => {
  expect(keysFrom(" a, b,,", "UNSET_KEY_NAME")).toEqual(["a", "b"]);
  expect(keysFrom(["a ", ""], "UNSET_KEY_NAME")).toEqual(["a"]);
  expect(keysFrom(undefined, "UNSET_KEY_NAME")).toEqual([]);
});
