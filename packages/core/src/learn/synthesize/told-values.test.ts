import { describe, expect, it } from "vitest";
import { sampleStoredClaim } from "../../testing/store-samples.ts";
import type { Claim } from "../../types/claim.ts";
import { runValuesIn, toldTexts } from "./told-values.ts";

function told(fields: Partial<Claim>) {
  const { taught } = sampleStoredClaim({ id: "t#0" });
  if (taught.kind !== "root-cause") throw new Error("not a claim");
  return toldTexts([{ ...taught.claim, task: "Publish object order7 with dagger3ctl", ...fields }]);
}

describe("runValuesIn", () => {
  it("takes the program of a cited call for no value, though a digit is in its name", () => {
    const line = "Run `dagger3ctl declare` before `dagger3ctl publish order7`.";
    expect(runValuesIn(line, told({}))).toEqual(["dagger3ctl", "order7"]);
    const failed = told({ failedSkeletons: ["bash: dagger3ctl publish <value>"] });
    expect(runValuesIn(line, failed)).toEqual(["order7"]);
    const working = told({ workingSkeleton: "bash: REGION= dagger3ctl declare" });
    expect(runValuesIn(line, working)).toEqual(["order7"]);
  });

  it("still takes an id for a value that stands where a program does", () => {
    const ids = told({ task: "Run job4711x", failedSkeletons: ["bash: job4711x --now"] });
    expect(runValuesIn("Run `job4711x --now`.", ids)).toEqual(["job4711x"]);
    const hash = told({ failedSkeletons: ["bash: a1bcdef go"] });
    expect(runValuesIn("Run `a1bcdef go`.", hash)).toEqual(["a1bcdef"]);
  });
});
