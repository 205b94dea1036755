import { describe, expect, it } from "vitest";
import { runScripted } from "../testing/run-scripted.ts";
import { sampleSkill } from "../testing/samples.ts";

describe("acts of a person", () => {
  const skill = sampleSkill("x", { status: "candidate" });
  const pendingEvals = async () => [{ name: "x", version: 1, task: "commit my work" }];
  const skills = {
    approve: async () => skill,
    retire: async () => ({ ...skill, status: "retired" as const }),
    rollback: async () => ({ ...skill, trial: { version: 3, status: "candidate" as const } }),
    importDirectory: async () => ({ imported: ["x"], rejected: [] }),
  };

  it.each([
    [
      ["approve", "x"],
      ["skills.approve", "x", { by: "mara" }],
    ],
    [
      ["retire", "x", "--reason", "stale"],
      ["skills.retire", "x", { by: "mara", reason: "stale" }],
    ],
    [
      ["rollback", "x", "1"],
      ["skills.rollback", "x", 1, { by: "mara" }],
    ],
  ])("%j is recorded under the person of the environment", async (parameters, call) => {
    const { code, calls } = await runScripted(parameters, { skills, pendingEvals });
    expect(code).toBe(0);
    expect(calls[0]).toEqual(call);
  });

  it("takes --by before the environment, and git's author before the user", async () => {
    const given = await runScripted(["approve", "x", "--by", "ivo"], { skills, pendingEvals });
    expect(given.calls[0]).toEqual(["skills.approve", "x", { by: "ivo" }]);
    const author = await runScripted(
      ["approve", "x"],
      { skills, pendingEvals },
      {
        variables: { GIT_AUTHOR_NAME: "Nadia Ek", USER: "root" },
      },
    );
    expect(author.calls[0]).toEqual(["skills.approve", "x", { by: "Nadia Ek" }]);
    const account = await runScripted(
      ["approve", "x"],
      { skills, pendingEvals },
      { variables: {}, account: "build" },
    );
    expect(account.calls[0]).toEqual(["skills.approve", "x", { by: "build" }]);
  });

  it.each([
    ["approve", "x"],
    ["retire", "x"],
    ["rollback", "x", "1"],
    ["import", "dir"],
  ])("%s is refused when nobody is named", async (...parameters) => {
    const { code, err, opened } = await runScripted(parameters, { skills }, { variables: { USER: " " } });
    expect(code).toBe(2);
    expect(err).toContain("Give --by NAME.");
    expect(opened).toBeUndefined();
  });

  it("says what each act led to", async () => {
    expect((await runScripted(["approve", "x"], { skills, pendingEvals })).out).toContain(
      "x is candidate, approved by mara.",
    );
    expect((await runScripted(["retire", "x"], { skills })).out).toContain("x is retired");
    expect((await runScripted(["rollback", "x", "1"], { skills })).out).toContain("on trial as version 3");
  });

  it("approve says how the skill becomes active: by the re-run that waits, or by a task to name", async () => {
    const waiting = await runScripted(["approve", "x"], { skills, pendingEvals });
    expect(waiting.out).toContain('A passed re-run ("skillloop evals") makes it active');
    const script = { skills, pendingEvals: async () => [] };
    const imported = await runScripted(["approve", "x"], script);
    expect(imported.out).toContain("No re-run waits for it: three verified uses make it active");
    expect(imported.out).toContain('"skillloop approve x --task TEXT --check NAME"');
    const active = { ...skills, approve: async () => sampleSkill("x", { status: "active" }) };
    const { out } = await runScripted(["approve", "x"], { skills: active });
    expect(out).toBe("x is active, approved by mara.\n");
  });

  it("approve hands on the task and the check of a re-run, and takes no check alone", async () => {
    const parameters = ["approve", "x", "--task", "commit my work", "--check", "git log"];
    const { calls } = await runScripted(parameters, { skills, pendingEvals });
    expect(calls[0]).toEqual([
      "skills.approve",
      "x",
      { by: "mara", rerun: { task: "commit my work", check: "git log" } },
    ]);
    const alone = await runScripted(["approve", "x", "--check", "git log"], { skills });
    expect(alone.code).toBe(2);
    expect(alone.err).toContain("--check goes with --task TEXT.");
  });

  it("import lists what came in and what did not, and says what comes next", async () => {
    const rejected = [{ path: "bad/SKILL.md", code: "INVALID_SKILL", message: "No name. Add one." }];
    const { code, out } = await runScripted(["import", "dir"], {
      skills: { importDirectory: async () => ({ imported: ["x"], rejected }) },
    });
    expect(code).toBe(0);
    expect(out).toContain("1 skill imported into quarantine, 1 rejected.");
    expect(out).toContain("rejected bad/SKILL.md: INVALID_SKILL: No name. Add one.");
    expect(out).toContain("skillloop approve");
    const nothing = await runScripted(["import", "dir", "--json"], {
      skills: { importDirectory: async () => ({ imported: [], rejected }) },
    });
    expect(nothing.code).toBe(2);
    expect(JSON.parse(nothing.out)).toEqual({ imported: [], rejected });
  });
});
