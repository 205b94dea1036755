import { describe, expect, it } from "vitest";
import { runScripted } from "../testing/run-scripted.ts";
import { sampleSkill } from "../testing/samples.ts";

describe("skillloop list", () => {
  it("prints a row a skill and counts them", async () => {
    const { code, out, calls } = await runScripted(["list"], {
      skills: {
        list: async () => [
          sampleSkill("git-commit-identity"),
          sampleSkill("npm-test-variable", {
            status: "candidate",
            trial: { version: 3, status: "candidate" },
          }),
        ],
      },
    });
    expect(code).toBe(0);
    expect(out).toMatch(/^git-commit-identity +active +2 +2026-01-31 12:30 +Set an identity/m);
    expect(out).toMatch(/^npm-test-variable +candidate +2 \(trial 3\)/m);
    expect(out).toMatch(/\n2 skills\n$/);
    expect(calls[0]).toEqual(["skills.list", { reach: "within" }]);
  });

  it("prints an array of skills with --json", async () => {
    const { out } = await runScripted(["list", "--json", "--status", "active"], {
      skills: { list: async () => [sampleSkill("git-commit-identity")] },
    });
    expect(JSON.parse(out)).toEqual([
      expect.objectContaining({ name: "git-commit-identity", status: "active", version: 2, trial: null }),
    ]);
  });

  it("says what to do when the library is empty, which is no failure", async () => {
    const script = { skills: { list: async () => [] } };
    const all = await runScripted(["list"], script, { directory: "/caller" });
    expect(all.code).toBe(0);
    expect(all.out).toContain("No skills in /caller/.skillloop yet.");
    expect(all.out).toContain("skillloop learn FILE");
    expect(all.out).toContain('This is project=default; "--scope project=NAME" shows another one.');
    const some = await runScripted(["list", "--status", "trusted"], script);
    expect(some.out).toContain("No skill is trusted.");
    expect((await runScripted(["list", "--json"], script)).out).toBe("[]\n");
  });

  it("shows control characters of a skill instead of sending them to the terminal", async () => {
    const skill = sampleSkill("odd");
    const content = { ...skill.served.content, description: "clear\u001b[2Jscreen" };
    const { out } = await runScripted(["list"], {
      skills: { list: async () => [{ ...skill, served: { ...skill.served, content } }] },
    });
    expect(out).toContain("clear\\x1b[2Jscreen");
  });

  it("names the scope of each skill only where they differ", async () => {
    const narrow = sampleSkill("b", { scope: { project: "billing", user: "ann" } });
    const one = await runScripted(["list"], { skills: { list: async () => [narrow] } });
    expect(one.out).not.toContain("scope");
    const both = await runScripted(["list"], { skills: { list: async () => [sampleSkill("a"), narrow] } });
    expect(both.out).toMatch(/^name +scope +status/m);
    expect(both.out).toMatch(/^a +project=billing +active/m);
    expect(both.out).toMatch(/^b +project=billing user=ann +active/m);
  });

  it("keeps the columns under one another", async () => {
    const { out } = await runScripted(["list"], {
      skills: { list: async () => [sampleSkill("a"), sampleSkill("abcdef")] },
    });
    const [, first = "", second = ""] = out.split("\n");
    expect(first.indexOf("active")).toBe(second.indexOf("active"));
  });
});
