import { describe, expect, it } from "vitest";
import { sampleVersion } from "../testing/store-samples.ts";
import type { SkillContent } from "../types/skill.ts";
import { embeddingTexts, textForm, textKey } from "./embedding-texts.ts";

const content = (keys: Partial<SkillContent["keys"]>): SkillContent => {
  const { content: base } = sampleVersion({ name: "git-push-upstream" });
  return { ...base, description: "Push a new branch.", keys: { ...base.keys, ...keys } };
};

describe("embeddingTexts", () => {
  it("takes the words of the name with the description, when it applies and not, and each trigger query", () => {
    const keys = {
      queries: ["push fails", "no upstream"],
      appliesWhen: ["a branch is new"],
      symptoms: ["fatal: no upstream"],
      notFor: ["pull a branch"],
    };
    expect(embeddingTexts(content(keys))).toEqual([
      ["git push upstream. Push a new branch."],
      ["a branch is new", "fatal: no upstream"],
      ["pull a branch"],
      ["push fails"],
      ["no upstream"],
    ]);
  });

  it("leaves the place of a key that a skill does not have, and stops at twelve queries", () => {
    const queries = Array.from({ length: 14 }, (_, index) => `query ${index}`);
    const texts = embeddingTexts(content({ queries, appliesWhen: [], symptoms: [], notFor: [] }));
    expect(texts.slice(1, 3)).toEqual([[], []]);
    expect(texts).toHaveLength(3 + 12);
  });

  it("has a key that changes with the texts alone and says their form", () => {
    const key = textKey(embeddingTexts(content({ queries: ["a", "b"] })));
    expect(key).toBe(textKey(embeddingTexts({ ...content({ queries: ["a", "b"] }), uses: ["other"] })));
    expect(key).not.toBe(textKey(embeddingTexts(content({ queries: ["a b"] }))));
    expect(key.startsWith(textForm)).toBe(true);
    expect(textForm).toMatch(/^[a-z0-9-]+$/);
  });
});
