import { describe, expect, it } from "vitest";
import { DAY, learnedVersion, NOW, sampleUse } from "../testing/library-samples.ts";
import { sampleRow } from "../testing/store-samples.ts";
import type { SkillHead } from "../types/skill.ts";
import { settleHead } from "./settle-head.ts";

const served = learnedVersion();
const trial = learnedVersion({ version: 2, origin: { kind: "learned", parent: 1 } });
const head = (fields: Partial<SkillHead> = {}): SkillHead =>
  sampleRow({ name: "git-push-upstream", ...fields }).head;
const onTrial = head({ status: "active", latest: 2, trial: { version: 2, status: "candidate" } });
const rerun = (run: number, version: number, passed: boolean) =>
  sampleUse(run, { kind: "rerun", version, passed, id: `rerun-${run}-${version}` });

describe("settleHead", () => {
  it("leaves everything as it is when nothing follows from the evidence", () => {
    const before = head({ status: "candidate" });
    const settled = settleHead({ head: before, served, evidence: [], now: NOW });
    expect(settled).toEqual({ head: before, served, changed: false });
  });

  it("goes on serving the good version while a newer one is on trial", () => {
    const settled = settleHead({ head: onTrial, served, trial, evidence: [rerun(1, 1, true)], now: NOW });
    expect(settled).toMatchObject({ changed: false, head: { version: 1, status: "active" } });
  });

  it("serves the newer version once it has earned it", () => {
    const evidence = [rerun(1, 1, true), rerun(2, 2, true)];
    const { head: after, served: now } = settleHead({ head: onTrial, served, trial, evidence, now: NOW });
    expect(after).toMatchObject({
      version: 2,
      status: "active",
      reasons: ["a re-run passed", "replaced version 1"],
    });
    expect(after.trial).toBeUndefined();
    expect(now).toBe(trial);
  });

  it("drops a trial that failed and keeps the good version", () => {
    const evidence = [rerun(1, 1, true), rerun(2, 2, false)];
    const settled = settleHead({ head: onTrial, served, trial, evidence, now: NOW });
    expect(settled.head).toMatchObject({ version: 1, status: "active" });
    expect(settled.head.trial).toBeUndefined();
    expect(settled.head.reasons.at(-1)).toBe("version 2 failed its trial: its first re-run failed");
    expect(settled.served).toBe(served);
  });

  it("gives way to the trial when the served version itself is demoted", () => {
    const failed = [rerun(1, 1, true), ...[2, 3, 4, 5].map((run) => sampleUse(run, { passed: false }))];
    const { head: after } = settleHead({ head: onTrial, served, trial, evidence: failed, now: NOW });
    expect(after).toMatchObject({ version: 2, status: "candidate" });
  });

  it("demotes a served version by its own evidence alone", () => {
    const evidence = [
      rerun(1, 1, true),
      ...[2, 3, 4, 5].map((run) => sampleUse(run, { passed: false, version: 2 })),
    ];
    const { head: after } = settleHead({ head: head({ status: "active" }), served, evidence, now: NOW });
    expect(after).toMatchObject({ version: 1, status: "active" });
  });

  it("drops a trial whose version was never written", () => {
    const settled = settleHead({ head: onTrial, served, evidence: [rerun(1, 1, true)], now: NOW });
    expect(settled.head.trial).toBeUndefined();
    expect(settled.head).toMatchObject({ version: 1, status: "active" });
  });

  it("brings nothing back that a person retired, and brings back what only lay unused", () => {
    const evidence = [rerun(1, 1, true)];
    const byPerson = head({ status: "retired", reasons: ["retired by a: wrong"] });
    expect(settleHead({ head: byPerson, served, evidence, now: NOW }).changed).toBe(false);
    const unused = head({ status: "retired", reasons: ["unused for 60 days"] });
    const later = NOW + 90 * DAY;
    const settled = settleHead({ head: unused, served, evidence, lastUsedAt: later, now: later });
    expect(settled.head.status).toBe("active");
  });
});
