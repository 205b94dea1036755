import { describe, expect, it } from "vitest";
import { sampleVersion } from "../testing/store-samples.ts";
import type { SkillContent } from "../types/skill.ts";
import { embeddingTexts, textForm, textKey } from "./embedding-texts.ts";

const content = (keys: Partial<SkillContent["keys"]>): SkillContent => {
  const { content: base } = sampleVersion({ name: "git-push-upstream" });
  return { ...base, description: "Push a new branch.", keys: { ...base.keys, ...keys } };
};

describe("embeddingTexts", () => {
  it("takes the words of the name with the description, and the trigger queries", () => {
    expect(embeddingTexts(content({ queries: ["push fails", "no upstream"], appliesWhen: ["x"] }))).toEqual([
      ["git push upstream. Push a new branch."],
      ["push fails", "no upstream"],
    ]);
  });

  it("takes when it applies where there are no queries, and never an empty list", () => {
    expect(embeddingTexts(content({ appliesWhen: ["a branch is new"] }))[1]).toEqual(["a branch is new"]);
    expect(embeddingTexts(content({}))).toEqual([
      ["git push upstream. Push a new branch."],
      ["git push upstream. Push a new branch."],
    ]);
  });

  it("has a key that changes with the texts alone and says their form", () => {
    const key = textKey(embeddingTexts(content({ queries: ["a", "b"] })));
    expect(key).toBe(textKey(embeddingTexts(content({ queries: ["a", "b"], symptoms: ["other"] }))));
    expect(key).not.toBe(textKey(embeddingTexts(content({ queries: ["a b"] }))));
    expect(key.startsWith(textForm)).toBe(true);
    expect(textForm).toMatch(/^[a-z0-9-]+$/);
  });
});
