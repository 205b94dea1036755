import { describe, expect, it } from "vitest";
import { editDistance, nearestNames } from "./edit-distance.ts";

describe("editDistance", () => {
  it("counts letters put in, taken out and exchanged", () => {
    expect(editDistance("kitten", "sitting")).toBe(3);
    expect(editDistance("", "abc")).toBe(3);
    expect(editDistance("same", "same")).toBe(0);
  });
});

describe("nearestNames", () => {
  it("gives the nearest names first and leaves out what is not near", () => {
    const names = ["git-push-upstream", "git-push-upstrem", "npm-install", "git-push"];
    expect(nearestNames("git-push-upstraem", names)).toEqual([
      "git-push",
      "git-push-upstrem",
      "git-push-upstream",
    ]);
    expect(nearestNames("zzzzzzzz", names)).toEqual([]);
  });
});
