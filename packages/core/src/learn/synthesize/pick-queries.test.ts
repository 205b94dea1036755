import { describe, expect, it } from "vitest";
import { pickQueries } from "./pick-queries.ts";

const words = "tables invoices planes rivers kettles owls lamps doors ships roads hills lakes bells"
  .split(" ")
  .map((word, at) => ({ query: `sort the ${word}`, margin: 0.1 + at / 100 }));
const pick = (margins: Readonly<Record<string, number>>, negatives: readonly string[] = []) =>
  pickQueries(
    Object.entries(margins).map(([query, margin]) => ({ query, margin })),
    { margin: 0.02, negatives },
  );

describe("pickQueries", () => {
  it("keeps the queries that find their own skill by the margin, the surest first", () => {
    expect(
      pick({ "push a branch": 0.02, "publish my work": 0.4, "send it up": 0.3, "make it public": 0.019 })
        .queries,
    ).toEqual(["publish my work", "send it up", "push a branch"]);
  });

  it("cuts by how sure they are and not by their letters", () => {
    const { queries } = pickQueries(words, { margin: 0.02 });
    expect(queries).toHaveLength(12);
    expect(queries[0]).toBe("sort the bells");
    expect(queries).not.toContain("sort the tables");
  });

  it("keeps the best three that come first at all where the margin leaves fewer", () => {
    expect(
      pick({ "push a branch": 0.3, "publish my work": 0.01, "send it up": 0, "make it public": 0.005 })
        .queries,
    ).toEqual(["push a branch", "publish my work", "make it public"]);
  });

  it("has none where another skill comes first for all", () => {
    expect(pick({ "push a branch": -0.1, "publish my work": -0.2 }).queries).toEqual([]);
  });

  it("keeps one of two queries of the same words", () => {
    expect(
      pick({ "push the branch": 0.2, "Push branches!": 0.3, "publish my work": 0.2, "send up": 0.2 }).queries,
    ).toEqual(["Push branches!", "publish my work", "send up"]);
  });

  it("says by near misses and negatives what the skill is not for", () => {
    const { notFor } = pick(
      { "push a branch": 0.3, "publish my work": 0.2, "send it up": 0.2, "delete remote tags": -0.1 },
      ["rename a repository"],
    );
    expect(notFor).toEqual(["rename a repository", "delete remote tags"]);
  });

  it("lets no negative turn its own requests away", () => {
    const margins = { "push a new branch": 0.3, "publish my work": 0.2, "send it up": 0.2 };
    expect(pick(margins, ["push a branch", "push branch now", "branch"]).notFor).toEqual([]);
    expect(pick(margins, ["delete a branch"]).notFor).toEqual(["delete a branch"]);
  });
});
