import { describe, expect, it } from "vitest";
import { procedureKey, procedureSkeletons } from "./procedure-key.ts";
import { withoutRepeats } from "./without-repeats.ts";

const calls = (...skeletons: readonly string[]) => skeletons.map((skeleton) => ({ skeleton }));

describe("procedureKey", () => {
  it("is equal for the same calls in the same order, and for no others", () => {
    expect(procedureKey(calls("a", "b"))).toBe(procedureKey(calls("a", "b")));
    expect(procedureKey(calls("a", "b"))).not.toBe(procedureKey(calls("b", "a")));
    expect(procedureKey(calls("a", "b"))).not.toBe(procedureKey(calls("a", "b", "c")));
  });

  it("does not depend on how many things were worked on", () => {
    const three = calls("read", "pay", "mail", "pay", "mail", "pay", "mail", "close");
    expect(procedureSkeletons(three)).toEqual(["read", "pay", "mail", "close"]);
    expect(procedureKey(three)).toBe(procedureKey(calls("read", "pay", "mail", "close")));
    expect(procedureKey(calls("a", "a", "a", "b"))).toBe(procedureKey(calls("a", "b")));
  });

  it("does not depend on the order of calls that one turn issued", () => {
    const turn = (at: number, ...skeletons: readonly string[]) =>
      skeletons.map((skeleton) => ({ skeleton, turn: at }));
    expect(procedureKey([...turn(1, "b", "a"), ...turn(2, "c")])).toBe(
      procedureKey([...turn(4, "a", "b"), ...turn(7, "c")]),
    );
    expect(procedureKey([...turn(1, "b"), ...turn(2, "a")])).not.toBe(
      procedureKey([...turn(1, "a"), ...turn(2, "b")]),
    );
  });
});

describe("withoutRepeats", () => {
  it("says which items stood for more", () => {
    const { kept, repeated } = withoutRepeats(["a", "b", "b", "c"], (item) => item);
    expect(kept).toEqual(["a", "b", "c"]);
    expect(repeated).toEqual([false, true, false]);
  });

  it("finds nothing to leave out where nothing follows itself", () => {
    expect(withoutRepeats(["a", "b", "a", "c"], (item) => item).kept).toEqual(["a", "b", "a", "c"]);
    expect(withoutRepeats([], String).kept).toEqual([]);
  });
});
