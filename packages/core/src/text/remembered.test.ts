import { describe, expect, it } from "vitest";
import { remembered } from "./remembered.ts";

function counted(options: { readonly kept: number; readonly longest: number }) {
  const done: string[] = [];
  const work = remembered((text) => {
    done.push(text);
    return text.length;
  }, options);
  return { done, work };
}

describe("remembered", () => {
  it("works a text out once, and gives the same value again", () => {
    const { done, work } = counted({ kept: 2, longest: 10 });
    expect([work("one"), work("one"), work("three"), work("one")]).toEqual([3, 3, 5, 3]);
    expect(done).toEqual(["one", "three"]);
  });

  it("forgets the oldest text when there are too many", () => {
    const { done, work } = counted({ kept: 2, longest: 10 });
    for (const text of ["one", "two", "three", "two", "one"]) work(text);
    expect(done).toEqual(["one", "two", "three", "one"]);
  });

  it("keeps no long text", () => {
    const { done, work } = counted({ kept: 2, longest: 3 });
    for (const text of ["long", "long"]) work(text);
    expect(done).toEqual(["long", "long"]);
  });
});
