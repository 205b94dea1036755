import { describe, expect, it } from "vitest";
import type { RecallResult } from "../core-types.ts";
import { runScripted } from "../testing/run-scripted.ts";
import { sampleRecall } from "../testing/samples.ts";

function nothing(reason: NonNullable<RecallResult["abstained"]>["reason"], detail = ""): RecallResult {
  return sampleRecall({ hits: [], text: "", abstained: { reason, detail } });
}

describe("skillloop recall", () => {
  it("prints the skills and the block the agent would read", async () => {
    const { code, out, calls } = await runScripted(["recall", "commit", "my", "work", "--limit", "2"], {
      recall: async () => sampleRecall(),
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^git-commit-identity +2 +active +0\.83 +keys$/m);
    expect(out).toContain("Project notes: set an identity first.");
    expect(calls[0]).toEqual(["recall", "commit my work", { limit: 2 }]);
  });

  it("says why nothing came and what to do next, with exit code 0", async () => {
    const low = await runScripted(["recall", "sing"], {
      recall: async () => nothing("below-threshold", "best 0.12"),
    });
    expect(low.code).toBe(0);
    expect(low.out).toContain("Nothing is recalled (below-threshold: best 0.12).");
    expect(low.out).toContain("--explain");
    const empty = await runScripted(["recall", "sing"], { recall: async () => nothing("empty-library") });
    expect(empty.out).toContain("skillloop learn FILE");
  });

  it("fails when the recall itself broke", async () => {
    const { code, out } = await runScripted(["recall", "x"], {
      recall: async () => nothing("failed", "no store"),
    });
    expect(code).toBe(1);
    expect(out).toContain("skillloop doctor");
  });

  it("shows the candidates with --explain", async () => {
    const explain: RecallResult["explain"] = [
      {
        skillId: "id",
        name: "npm-test-variable",
        score: 0.11,
        fields: { name: 0.1, queries: 0.01 },
        terms: ["test"],
        decision: "below-threshold",
        reason: "0.11 is below 0.35",
      },
    ];
    const { out, calls } = await runScripted(
      ["recall", "run the tests", "--explain", "--tool", "bash", "node"],
      {
        recall: async () => ({ ...nothing("below-threshold"), explain }),
      },
    );
    expect(out).toMatch(
      /^npm-test-variable +0\.11 +below-threshold +0\.11 is below 0\.35 +test +name 0\.10 queries 0\.01$/m,
    );
    expect(calls[0]).toEqual(["recall", "run the tests", { tools: ["bash", "node"], explain: true }]);
  });

  it("prints one object with --json", async () => {
    const { out } = await runScripted(["recall", "commit", "--json"], { recall: async () => sampleRecall() });
    expect(JSON.parse(out)).toMatchObject({
      hits: [{ name: "git-commit-identity", version: 2, status: "active", confidence: 0.7, score: 0.83 }],
      text: "Project notes: set an identity first.\n",
      abstained: null,
      degraded: null,
    });
  });
});

describe("skillloop error", () => {
  it("looks an error up with its task and tool", async () => {
    const { calls } = await runScripted(["error", "exit 128", "--task", "commit", "--tool", "bash"], {
      recallForError: async () => sampleRecall({ degraded: "index still building" }),
    });
    expect(calls[0]).toEqual(["recallForError", "exit 128", { task: "commit", tool: "bash" }]);
  });

  it("reads it from standard input for -, lines and all", async () => {
    const script = { recallForError: async () => nothing("generic-error") };
    const { out, calls } = await runScripted(["error", "-"], script, { input: "fatal: one\nfatal: two\n" });
    expect(calls[0]).toEqual(["recallForError", "fatal: one\nfatal: two\n", {}]);
    expect(out).toContain("Give the lines that name the cause.");
  });

  it("says when less than everything answered", async () => {
    const { out } = await runScripted(["error", "x"], {
      recallForError: async () => sampleRecall({ degraded: "index still building" }),
    });
    expect(out).toContain("Answered with less than everything: index still building");
  });
});
