import { describe, expect, it } from "vitest";
import { namedNumbers, numberRelation, relationText } from "./number-relation.ts";

const error = "Error: payment amount does not add up, total price is 375, but paid 299";
const pay = (...amounts: readonly number[]) => ({ payments: amounts.map((amount) => ({ amount })), bags: 2 });

describe("numberRelation", () => {
  it("reads the numbers of an error with their words", () => {
    expect(namedNumbers(error)).toEqual([
      { value: 375, label: "total price" },
      { value: 299, label: "paid" },
    ]);
    expect(namedNumbers("expected $1,200.50 but got 7")[0]).toEqual({ value: 1200.5, label: "expected" });
  });

  it("finds the sum that the working call meets and the failed one missed", () => {
    expect(numberRelation({ failed: pay(299), fixed: pay(128, 247), error })).toEqual({
      path: "payments[].amount",
      how: "sum",
      wanted: "total price",
      had: "paid",
    });
  });

  it("finds no relation by chance: unchanged, small or unnamed numbers", () => {
    expect(numberRelation({ failed: pay(375), fixed: pay(375), error })).toBeUndefined();
    expect(numberRelation({ failed: { n: 3 }, fixed: { n: 1 }, error: "row is 1" })).toBeUndefined();
    expect(numberRelation({ failed: pay(299), fixed: pay(380), error })).toBeUndefined();
  });

  it("says it without a number of that run", () => {
    const relation = numberRelation({ failed: { amount: 299 }, fixed: { amount: 375 }, error })!;
    expect(relationText(relation)).toMatch(/^`amount` must be the total price that the error names/);
    expect(relationText(relation)).not.toMatch(/\d/);
  });
});
