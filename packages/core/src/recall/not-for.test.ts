import { describe, expect, it } from "vitest";
import { tokenise } from "../text/tokens/tokens.ts";
import { probeSkills } from "./__fixtures__/skills.ts";
import { notForShare } from "./not-for.ts";

const skill = (notFor: readonly string[]) => {
  const [first] = probeSkills;
  if (first === undefined) throw new Error("no skill");
  const keys = { ...first.keys, queries: ["push the branch"], appliesWhen: ["a push fails"], notFor };
  return { ...first, name: "push-branch", keys };
};
const share = (notFor: readonly string[], text: string): number =>
  notForShare(skill(notFor), new Set(tokenise(text)));

describe("notForShare", () => {
  it("tells how much of a phrase a request names, of the phrase it names most", () => {
    expect(share(["delete a remote tag", "rename the default branch"], "delete that remote tag")).toBe(1);
    expect(share(["delete an annotated remote tag"], "delete the remote")).toBe(0.5);
  });

  it("says nothing where only the skill's own words are named, or one word of several", () => {
    expect(share(["push a branch by force"], "push the branch")).toBe(0);
    expect(share(["delete a remote tag"], "delete the cache")).toBe(0);
    expect(share([], "delete the cache")).toBe(0);
  });
});
