import { expect, it } from "vitest";
import { readList, readText } from "./host-fields.ts";

const hostile = Object.defineProperty({}, "field", {
  get: () => {
    throw new Error("Not for you");
  },
});

it("readList gives lists alone, and never throws", () => {
  expect(readList({ field: [1] }, "field")).toEqual([1]);
  for (const value of [{ field: "ab" }, { field: { length: 1 } }, {}, null, "text", hostile]) {
    expect(readList(value, "field")).toEqual([]);
  }
});

it("readText gives texts that say something, and never throws", () => {
  expect(readText({ field: "a" }, "field")).toBe("a");
  for (const value of [{ field: "" }, { field: 1 }, {}, null, undefined, hostile]) {
    expect(readText(value, "field")).toBeUndefined();
  }
});
