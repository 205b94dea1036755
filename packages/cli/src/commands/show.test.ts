import { describe, expect, it } from "vitest";
import { runScripted } from "../testing/run-scripted.ts";
import { sampleDetail, sampleSkill } from "../testing/samples.ts";

describe("skillloop show", () => {
  it("prints the SKILL.md alone", async () => {
    const { code, out, calls } = await runScripted(["show", "x"], {
      skills: { get: async () => sampleDetail("x") },
    });
    expect(code).toBe(0);
    expect(out).toBe("---\nname: x\n---\n\nSet an identity.\n");
    expect(calls[0]).toEqual(["skills.get", "x"]);
  });

  it("explains status, keys, origin and evidence before it with --explain", async () => {
    const { out } = await runScripted(["show", "x", "--explain"], {
      skills: { get: async () => sampleDetail("x") },
    });
    expect(out).toMatch(/^status +active$/m);
    expect(out).toMatch(/^why +one passed re-run$/m);
    expect(out).toMatch(/^symptoms +Please tell me who you are\.$/m);
    expect(out).toMatch(/^2026-01-31 12:30 +v2 +rerun +passed +git log +run-1$/m);
    expect(out).toContain("Set an identity.");
  });

  it("says how a held skill is let through, and what is on trial", async () => {
    const { served } = sampleSkill("x");
    const detail = sampleDetail("x", {
      status: "quarantined",
      served: { ...served, holds: ["weakens-guard"] },
      trial: { version: 3, status: "candidate" },
      evidence: [],
    });
    const { out } = await runScripted(["show", "x", "--explain"], { skills: { get: async () => detail } });
    expect(out).toMatch(/^held for +weakens-guard \(skillloop approve x\)$/m);
    expect(out).toMatch(/^on trial +version 3, candidate$/m);
    expect(out).toContain("No evidence yet.");
  });

  it("prints the detail as one object with --json, the keys with --explain", async () => {
    const script = { skills: { get: async () => sampleDetail("x") } };
    const plain = JSON.parse((await runScripted(["show", "x", "--json"], script)).out);
    expect(plain).toMatchObject({ name: "x", version: 2, traceIds: ["trace-0"] });
    expect(plain.markdown).toContain("Set an identity.");
    expect(plain).not.toHaveProperty("keys");
    const explained = JSON.parse((await runScripted(["show", "x", "--json", "--explain"], script)).out);
    expect(explained.keys.queries).toEqual(["commit my changes"]);
    expect(explained.origin).toEqual({ kind: "learned" });
  });
});

describe("skillloop history", () => {
  it("prints every version with its evidence counted", async () => {
    const { served } = sampleSkill("x");
    const { evidence } = sampleDetail("x");
    const { out } = await runScripted(["history", "x"], {
      skills: {
        history: async () => [
          { version: { ...served, version: 1 }, status: "retired", served: false, evidence: [] },
          {
            version: { ...served, origin: { kind: "rollback", by: "mara", parent: 1 } },
            status: "active",
            served: true,
            evidence,
          },
        ],
      },
    });
    expect(out).toMatch(/^1 +retired +2026-01-31 12:30 +learned +0 +0$/m);
    expect(out).toMatch(/^2 +active +yes +2026-01-31 12:30 +rollback from 1 by mara +1 +0$/m);
  });

  it("leaves the record for machines in the front matter out, except with --json", async () => {
    const markdown =
      '---\nname: x\ndescription: Set it.\nmetadata:\n  skillloop.kind: "repair"\n  skillloop.uses: "[]"\nlicense: MIT\n---\n\nmetadata:\n  stays\n';
    const script = { skills: { get: async () => sampleDetail("x", { markdown }) } };
    expect((await runScripted(["show", "x"], script)).out).toBe(
      "---\nname: x\ndescription: Set it.\nlicense: MIT\n---\n\nmetadata:\n  stays\n",
    );
    expect(JSON.parse((await runScripted(["show", "x", "--json"], script)).out).markdown).toBe(markdown);
  });
});
