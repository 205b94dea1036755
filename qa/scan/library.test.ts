import { describe, expect, it } from "vitest";
import { scanSkill } from "../../packages/core/src/guard/scan.ts";
import { benchSkill } from "../bench/library.ts";

describe("the library of the benchmark", () => {
  it("passes the scan, as a library of ordinary skills does", () => {
    const held = Array.from({ length: 2400 }, (_, index) => scanSkill(benchSkill(index, 0).version.content))
      .flatMap((verdict) => verdict.reasons)
      .map((reason) => `${reason.code} in ${reason.field}: ${reason.detail}`);
    expect(held).toEqual([]);
  }, 60_000);
});
