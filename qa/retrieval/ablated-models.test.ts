import { describe, expect, it } from "vitest";
import { fittedModels } from "../../packages/core/src/recall/fitted-models.ts";
import { ablatedModels, featureGroups } from "./ablated-models.ts";

describe("ablatedModels", () => {
  it("takes out the weights of one group, and leaves all others as they are", () => {
    const operations = ablatedModels(["taskByWords"]).find(({ without }) => without === "operations");
    const { fit } = fittedModels.taskByWords;
    expect(operations?.models.taskByWords).toEqual({
      ...fittedModels.taskByWords,
      fit: { ...fit, sameOperation: 0, otherOperation: 0 },
    });
    const coverage = ablatedModels(["task"]).find(({ without }) => without === "lexical coverage");
    expect(coverage?.models.task.rank.words).toBe(0);
    expect(fittedModels.task.rank.words).not.toBe(0);
  });

  it("has a group for every feature, and each feature in one", () => {
    const fit = Object.values(featureGroups).flatMap((group) => group.fit);
    expect([...fit].sort()).toEqual(Object.keys(fittedModels.task.fit).sort());
    const rank = Object.values(featureGroups).flatMap((group) => group.rank ?? []);
    expect([...rank].sort()).toEqual(Object.keys(fittedModels.task.rank).sort());
  });

  it("passes over groups that weigh nothing where meaning is not known", () => {
    const rules = ablatedModels(["taskByWords", "errorByWords"]).map(({ without }) => without);
    expect(rules).not.toContain("about");
    expect(rules).toContain("frequency");
  });
});
