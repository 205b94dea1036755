import { describe, expect, it } from "vitest";
import type { ArmName, SeedResult } from "./arms.ts";
import { listenTo, type Memory } from "./memory.ts";
import { seedFigures } from "./report.ts";
import { allTasks, taskOf } from "./tasks/all-tasks.ts";

const runsWith = (solved: number) =>
  allTasks.map((task, at) => ({ task, solved: at < solved, repeated: false, ways: [0], noteCharacters: 0 }));

const resultOf = (solved: Partial<Record<ArmName, number>>): SeedResult => ({
  seed: 1,
  rounds: 1,
  firstRuns: [],
  arms: Object.fromEntries(Object.entries(solved).map(([arm, count]) => [arm, runsWith(count)])),
  learned: {},
  complaints: [],
});

const missed = (...given: Parameters<typeof seedFigures>): readonly string[] =>
  seedFigures(...given)
    .filter(({ ok }) => !ok)
    .map(({ name }) => name);

describe("the figures of a seed", () => {
  const good = { none: 5, "raw attempts": 13, "repairs only": 6, both: 13, placebo: 6 };

  it("meet every bar at its edge, and miss each one a step beyond it", () => {
    expect(missed(resultOf(good))).toEqual([]);
    expect(missed(resultOf({ ...good, both: 12 }))).toEqual(["both.more-than-none", "both.more-than-raw"]);
    expect(missed(resultOf({ ...good, "raw attempts": 14 }))).toEqual(["both.more-than-raw"]);
    expect(missed(resultOf({ ...good, "repairs only": 5 }))).toEqual(["repairs-only.more-than-none"]);
    expect(missed(resultOf({ ...good, placebo: 7 }))).toEqual(["placebo.more-than-none"]);
  });

  it("hold the model's calls to three a trace that reached reflect, and no others", () => {
    const use = { answers: 36, otherAnswers: 40, reflectedTraces: 12, tokens: 10 };
    expect(missed(resultOf(good), use)).toEqual([]);
    expect(missed(resultOf(good), { ...use, answers: 37 })).toEqual(["model.calls"]);
  });

  it("have no bar for an arm that did not run", () => {
    const figures = seedFigures(resultOf({ none: 5, "repairs only": 6 }));
    expect(figures.filter(({ bar }) => bar !== null).map(({ name }) => name)).toEqual([
      "repairs-only.more-than-none",
    ]);
  });
});

describe("the placebo", () => {
  const printing: Memory = {
    begin: async ({ domain, id }) => ({
      text: id === "config-label" ? "" : `### note of ${domain}`,
      after: async () => `hint for ${domain}`,
    }),
  };

  it("prints as much of another domain, exactly where the memory prints something", async () => {
    const { memory, placebo } = listenTo(printing);
    for (const task of allTasks) await memory.begin(task);
    const git = await placebo().begin(taskOf("git-push-new"));
    expect(git.text).toBe("### note of node".slice(0, "### note of git".length));
    expect((await placebo().begin(taskOf("config-label"))).text).toBe("");
    const hint = await git.after({ tool: "bash", input: {}, result: { ok: false, output: "" } });
    expect(hint).toHaveLength("hint for git".length);
    expect(hint).not.toContain("git");
  });
});
