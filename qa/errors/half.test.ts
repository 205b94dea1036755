import { expect, it } from "vitest";
import { halfOf } from "./half.ts";

it("puts about six of ten cases into the half to tune on, each always into the same one", () => {
  const ids = Array.from({ length: 1000 }, (_, index) => `source/case-${index}`);
  const tune = ids.filter((id) => halfOf(id) === "tune");
  expect(tune.length).toBeGreaterThan(550);
  expect(tune.length).toBeLessThan(650);
  expect(ids.filter((id) => halfOf(id) === "tune")).toEqual(tune);
});
