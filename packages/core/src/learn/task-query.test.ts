import { describe, expect, it } from "vitest";
import { sampleRun } from "../testing/run-samples.ts";
import { taskQuery } from "./task-query.ts";
import { valueSources } from "./value-sources.ts";

const query = (task: string, bound: readonly string[] = []): string =>
  taskQuery(task, { bound, sources: valueSources(sampleRun([])) });

describe("taskQuery", () => {
  it.each([
    ["quoted texts", 'Commit with the message "Raise prices" please', "commit with the message please"],
    ["paths and addresses", "Run scripts/release.sh from https://a.test/x now", "run from now"],
    [
      "e-mail addresses and ids",
      "Book for ann_lee_3344, ann@example.com, order AB-12 again",
      "book for order again",
    ],
    ["names", "Please ask Ada Lovelace in New York to merge the change", "please ask in to merge the change"],
    ["a name that begins a sentence", "Ada Lovelace wants the report sent", "wants the report sent"],
    ["files", "Make totals.test.mjs pass with june.json", "make pass with"],
  ])("leaves out %s", (_name, task, expected) => {
    expect(query(task)).toBe(expected);
  });

  it("leaves out what the repair bound, and keeps acronyms", () => {
    expect(query("Push the branch login to the CI remote", ["login"])).toBe(
      "push the branch to the CI remote",
    );
  });

  it("is empty when too little is left, and never longer than a sentence", () => {
    expect(query("x1 y2 Z3")).toBe("");
    expect(query("word ".repeat(500)).length).toBeLessThanOrEqual(160);
  });
});
