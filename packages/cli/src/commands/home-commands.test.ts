import { join } from "node:path";
import { SkillLoopError } from "@skillloop/core";
import { describe, expect, it } from "vitest";
import type { Loop } from "../core-types.ts";
import { runScripted } from "../testing/run-scripted.ts";
import { sampleSkill } from "../testing/samples.ts";

const summary = { directory: "/copy", tables: { skills: 3, traces: 12 } };

describe("skillloop backup and restore", () => {
  it("backs up to a folder seen from the caller", async () => {
    const { code, out, calls } = await runScripted(
      ["backup", "copy"],
      { backup: async () => summary },
      {
        directory: "/caller",
      },
    );
    expect(code).toBe(0);
    expect(calls[0]).toEqual(["backup", join("/caller", "copy")]);
    expect(out).toMatch(/^traces +12$/m);
    expect(out).toContain("Backed up to /copy.");
  });

  it("restores without opening the home it replaces", async () => {
    const requests: unknown[] = [];
    const { code, out, opened } = await runScripted(
      ["restore", "copy", "--home", "lib", "--replace"],
      {},
      {
        directory: "/caller",
        restoreHome: async (request) => {
          requests.push(request);
          return summary;
        },
      },
    );
    expect(code).toBe(0);
    expect(requests).toEqual([
      { from: join("/caller", "copy"), home: join("/caller", "lib"), replace: true },
    ]);
    expect(opened).toBeUndefined();
    expect(out).toContain("Restored to /copy.");
  });
});

describe("skillloop purge", () => {
  it("needs exactly one way to say what goes", async () => {
    for (const parameters of [["purge"], ["purge", "--all", "--yes", "--trace", "t1"]]) {
      const { code, err, opened } = await runScripted(parameters);
      expect(code).toBe(2);
      expect(err).toContain("one of --trace ID, --before DATE or --all");
      expect(opened).toBeUndefined();
    }
  });

  it("needs --yes for what deletes many", async () => {
    const { code, err } = await runScripted(["purge", "--all"]);
    expect(code).toBe(2);
    expect(err).toContain("add --yes");
    const dated = await runScripted(["purge", "--before", "2026-01-31", "--yes"], {
      purge: async () => ({ traces: 0, skills: [] }),
    });
    expect(dated.code).toBe(0);
    expect(dated.calls[0]).toEqual(["purge", { before: Date.UTC(2026, 0, 31) }]);
    expect(dated.out).toContain("nothing is deleted");
  });

  const record = (async () => ({})) as unknown as Loop["trace"];
  const known: Loop["trace"] = async (id) => {
    if (id.startsWith("t")) return record(id);
    throw new SkillLoopError({
      code: "TRACE_NOT_FOUND",
      message: `There is no trace ${id} in this scope.`,
      remedy: "Check the id.",
    });
  };

  it("fails by name when a run is not there, and says which of several was not", async () => {
    const none = await runScripted(["purge", "--trace", "nope"], {
      trace: known,
      purge: async () => ({ traces: 0, skills: [] }),
    });
    expect(none.code).toBe(1);
    expect(none.out).toBe("");
    expect(none.err).toBe("error TRACE_NOT_FOUND: There is no trace nope in this scope. Check the id.\n");
    const script = { trace: known, purge: async () => ({ traces: 1, skills: [] }) };
    const one = await runScripted(["purge", "--trace", "t1", "nope"], script);
    expect(one.code).toBe(1);
    expect(one.out).toBe(
      "1 run deleted; no skill was learned from it alone.\nNot recorded in this scope: nope.\n",
    );
    const json = await runScripted(["purge", "--trace", "t1", "nope", "--json"], script);
    expect(JSON.parse(json.out)).toEqual({ traces: 1, skills: [], missing: ["nope"] });
  });

  it("deletes what was learned from a run whose recording is gone", async () => {
    const { code, out } = await runScripted(["purge", "--trace", "old"], {
      trace: known,
      purge: async () => ({ traces: 0, skills: ["git-commit-identity"] }),
    });
    expect(code).toBe(0);
    expect(out).toContain("what was learned from them alone is deleted: git-commit-identity.");
  });

  it("names the skills that went with the runs", async () => {
    const { out, calls } = await runScripted(["purge", "--trace", "t1", "t2"], {
      trace: known,
      purge: async () => ({ traces: 2, skills: ["git-commit-identity"] }),
    });
    expect(calls[2]).toEqual(["purge", { traceIds: ["t1", "t2"] }]);
    expect(out).toBe("2 runs deleted, and what was learned from them alone: git-commit-identity.\n");
  });

  it("refuses a date it cannot read", async () => {
    const { code, err } = await runScripted(["purge", "--before", "yesterday", "--yes"]);
    expect(code).toBe(2);
    expect(err).toContain("A date looks like 2026-01-31.");
  });
});

describe("skillloop stats and export", () => {
  it("prints what there is", async () => {
    const stats = {
      skills: { quarantined: 0, candidate: 2, active: 1, trusted: 0, retired: 0 },
      traces: 12,
      jobs: { waiting: 0, leased: 0, dead: 0, done: 0 },
      pendingReruns: 2,
      modelCallsToday: { judge: { calls: 1, inputTokens: 5, outputTokens: 2, cost: 0 } },
      home: "/library",
    };
    const { out } = await runScripted(["stats"], { stats: async () => stats });
    expect(out).toMatch(/^skills +2 candidate, 1 active$/m);
    expect(out).toMatch(/^queue +none$/m);
    expect(out).toMatch(/^scope +project=default$/m);
    expect(out).toMatch(/^model calls today +1 \(judge 1\), 7 tokens$/m);
    const json = await runScripted(["stats", "--json"], { stats: async () => stats });
    expect(JSON.parse(json.out)).toEqual({
      ...stats,
      scope: { project: "default" },
      home: expect.stringMatching(/\.skillloop$/),
    });
  });

  it("exports all skills or those named", async () => {
    const skills = { exportDirectory: async () => ({ directory: "/out", exported: ["a", "b"] }) };
    const { out, calls } = await runScripted(
      ["export", "out", "--name", "a", "b"],
      { skills },
      { directory: "/caller" },
    );
    expect(calls[0]).toEqual(["skills.exportDirectory", join("/caller", "out"), { names: ["a", "b"] }]);
    expect(out).toContain("2 skills written to /out\n  a/SKILL.md");
  });

  it("says which skills it left out and why, and how to write them all the same", async () => {
    const skills = {
      exportDirectory: async () => ({ directory: "/out", exported: ["a"] }),
      list: async () => [
        sampleSkill("a"),
        sampleSkill("b", { status: "candidate" }),
        sampleSkill("c", { status: "quarantined" }),
      ],
    };
    const { code, out } = await runScripted(["export", "out"], { skills });
    expect(code).toBe(0);
    expect(out).toBe(
      [
        "1 skill written to /out",
        "  a/SKILL.md",
        "  left out b: candidate, not proven yet",
        "  left out c: quarantined, held back",
        "--name NAME writes one whatever its status.",
        "",
      ].join("\n"),
    );
    const json = await runScripted(["export", "out", "--json"], { skills });
    expect(JSON.parse(json.out).leftOut).toEqual([
      { name: "b", status: "candidate" },
      { name: "c", status: "quarantined" },
    ]);
  });

  it("tells an empty library from one in which nothing has earned its place", async () => {
    const exportDirectory = async () => ({ directory: "/out", exported: [] });
    const none = await runScripted(["export", "out"], { skills: { exportDirectory, list: async () => [] } });
    expect(none.code).toBe(0);
    expect(none.out).toContain("No skills to export:");
    const list = async () => [sampleSkill("b", { status: "candidate" })];
    const unproven = await runScripted(["export", "out"], { skills: { exportDirectory, list } });
    expect(unproven.out).toContain("Nothing written: no skill is active or trusted.");
  });
});
