import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, learnedVersion, NOW, sampleContent, sampleUse } from "../testing/library-samples.ts";
import type { Evidence } from "../types/evidence.ts";
import type { SkillStatus, SkillVersion } from "../types/skill.ts";
import { decideStatus } from "./trust.ts";

const version = learnedVersion();
const decide = (evidence: readonly Evidence[], of: SkillVersion = version, now = NOW + 100) =>
  decideStatus({ version: of, evidence, now });
const statusOf = (...parameters: Parameters<typeof decide>) => decide(...parameters).status;
const rerun = (run: number, fields: Partial<Evidence> = {}) => sampleUse(run, { kind: "rerun", ...fields });
const uses = (count: number, fields: Partial<Evidence> = {}) =>
  Array.from({ length: count }, (_unused, run) => sampleUse(run + 1, fields));

describe("decideStatus", () => {
  it("starts as a candidate: the run a repair was learned from activates nothing", () => {
    expect(statusOf([])).toBe("candidate");
    expect(statusOf(uses(20, { kind: "origin" }))).toBe("candidate");
  });

  it("makes active by one passed re-run, or three verified uses, and trusted by ten", () => {
    expect(statusOf([rerun(1)])).toBe("active");
    expect(statusOf(uses(2))).toBe("candidate");
    expect(statusOf(uses(3))).toBe("active");
    expect(statusOf(uses(9))).toBe("active");
    expect(statusOf(uses(10))).toBe("trusted");
  });

  it("takes no re-run as passed in which the mistake happened again", () => {
    expect(statusOf([rerun(1, { mistakeRepeated: true })])).toBe("quarantined");
    expect(statusOf(uses(3, { mistakeRepeated: true }))).toBe("candidate");
  });

  it("never activates by opinion: a judge's or the agent's own word moves nothing", () => {
    expect(statusOf(uses(50, { kind: "self" }))).toBe("candidate");
    expect(statusOf(uses(50, { kind: "judge" }))).toBe("candidate");
    expect(statusOf([rerun(1), ...uses(50, { kind: "self", passed: false })])).toBe("active");
  });

  it("PI2: counts twenty copies of one run once", () => {
    const copies = Array.from({ length: 20 }, (_unused, index) => sampleUse(1, { id: `copy-${index}` }));
    expect(statusOf(copies)).toBe("candidate");
  });

  it("PI1: lets one user lift no skill that others are served", () => {
    const byUser = (user: string) => ({ scope: { project: "billing", user } });
    expect(statusOf(uses(20, byUser("a")))).toBe("candidate");
    expect(statusOf([...uses(20, byUser("a")), sampleUse(30, byUser("b"))])).toBe("active");
    const own = learnedVersion({ scope: { project: "billing", user: "a" } });
    expect(statusOf(uses(3, byUser("a")), own)).toBe("active");
  });

  it("PI1: takes a user who works with several agents for one", () => {
    const by = (agent: string, user: string) => ({ scope: { project: "billing", agent, user } });
    const one = [...uses(5, by("x", "a")), ...[11, 12, 13].map((run) => sampleUse(run, by("y", "a")))];
    expect(statusOf(one)).toBe("candidate");
    expect(statusOf([...one, sampleUse(20, by("x", "b"))])).toBe("active");
    const own = learnedVersion({ scope: { project: "billing", user: "a" } });
    expect(statusOf(one, own)).toBe("active");
    const ofAgent = learnedVersion({ scope: { project: "billing", agent: "x" } });
    expect(statusOf(uses(5, by("x", "a")), ofAgent)).toBe("candidate");
  });

  it("PI1: lets one user take no skill from others: failures are capped like passes", () => {
    const failing = (user: string) => ({ passed: false, scope: { project: "billing", user } });
    const start = rerun(99, { at: NOW });
    expect(statusOf([start, ...uses(8, failing("a"))])).toBe("active");
    const both = [...uses(8, failing("a")), sampleUse(20, failing("b")), sampleUse(21, failing("b"))];
    expect(statusOf([start, ...both])).toBe("quarantined");
    const own = learnedVersion({ scope: { project: "billing", user: "a" } });
    expect(statusOf([start, ...uses(8, failing("a"))], own)).toBe("quarantined");
  });

  it("counts runs apart that two users call the same, and one run once however often it is told", () => {
    const named = (user: string) => ({ runId: "run-1", scope: { project: "billing", user } });
    const three = ["a", "b", "c"].map((user, at) => sampleUse(at, named(user)));
    expect(statusOf(three)).toBe("active");
    const failed = { runId: "run-1", passed: false };
    expect(statusOf([1, 2, 3, 4, 5].map((at) => sampleUse(at, failed)))).toBe("candidate");
  });

  it("PI1: makes no procedure of one user's ten runs without a check active", () => {
    const procedure = learnedVersion({ content: sampleContent({ kind: "procedure" }) });
    expect(statusOf(uses(10, { kind: "origin", passed: false }), procedure)).toBe("candidate");
  });

  it("counts the runs a procedure was learned from as its first successes", () => {
    const procedure = learnedVersion({ version: 3, content: sampleContent({ kind: "procedure" }) });
    const origins = uses(3).map((row, index) => ({ ...row, kind: "origin" as const, version: index + 1 }));
    expect(statusOf(origins, procedure)).toBe("active");
    expect(
      statusOf(
        [...origins.slice(0, 1), sampleUse(8, { version: 3 }), sampleUse(9, { version: 3 })],
        procedure,
      ),
    ).toBe("active");
  });

  it("keeps the evidence of one version from another", () => {
    expect(statusOf([rerun(1, { version: 2 })])).toBe("candidate");
    expect(statusOf([rerun(1, { version: 2, passed: false })])).toBe("candidate");
  });

  it("lets no origin count for a version that a person put back", () => {
    const back = learnedVersion({
      content: sampleContent({ kind: "procedure" }),
      origin: { kind: "rollback", by: "a" },
    });
    expect(statusOf(uses(3, { kind: "origin", version: 9 }), back)).toBe("candidate");
  });

  it("demotes by a first re-run that fails with no pass on record, and by no other single failure", () => {
    expect(decide([rerun(1, { passed: false })])).toEqual({
      status: "quarantined",
      reasons: ["its first re-run failed"],
    });
    expect(statusOf([rerun(1), rerun(2, { passed: false })])).toBe("active");
    expect(statusOf([sampleUse(1), rerun(2, { passed: false })])).toBe("candidate");
  });

  it("demotes by four outcomes with a posterior mean below 0.4", () => {
    const outcomes = (...passes: boolean[]) => passes.map((passed, run) => sampleUse(run, { passed }));
    expect(statusOf([rerun(99, { at: NOW }), ...outcomes(false, false)])).toBe("active");
    expect(statusOf([rerun(99, { at: NOW }), ...outcomes(false, false, false)])).toBe("quarantined");
    expect(statusOf(outcomes(false, false, false))).toBe("candidate");
    expect(statusOf(outcomes(true, true, false, false, false))).toBe("candidate");
  });

  it("lets no later pass undo a demotion", () => {
    expect(statusOf([rerun(1, { passed: false }), rerun(2), ...uses(12).slice(3)])).toBe("quarantined");
  });

  it("quarantines what is held, whatever the evidence", () => {
    const held = learnedVersion({ holds: ["weakens-guard"] });
    expect(decide(uses(10), held)).toEqual({ status: "quarantined", reasons: ["held: weakens-guard"] });
  });

  it("retires after sixty days without use, and counts a use or a new occurrence as one", () => {
    const later = NOW + 61 * DAY;
    expect(statusOf([rerun(1)], version, later)).toBe("retired");
    expect(statusOf([], version, later)).toBe("retired");
    expect(statusOf([rerun(1), sampleUse(2, { kind: "origin", at: NOW + 30 * DAY })], version, later)).toBe(
      "active",
    );
    expect(
      decideStatus({ version, evidence: [rerun(1)], lastUsedAt: NOW + 2 * DAY, now: later }).status,
    ).toBe("active");
  });

  it("retires what a person retired or another version replaced", () => {
    const given = { version, evidence: uses(10), now: NOW };
    expect(decideStatus({ ...given, retired: "retired by a" })).toEqual({
      status: "retired",
      reasons: ["retired by a"],
    });
    expect(decideStatus({ ...given, replacedBy: 2 }).status).toBe("retired");
  });

  describe("of a transient lesson", () => {
    const transient = learnedVersion({ expiresAt: NOW + 14 * DAY });
    const origin = (run: number, at = NOW) => sampleUse(run, { kind: "origin", at });

    it("ME5: makes one bad run no rule, and needs distinct runs", () => {
      expect(decide([origin(1)], transient)).toEqual({
        status: "quarantined",
        reasons: ["transient: waits for a second run"],
      });
      expect(statusOf([origin(1), { ...origin(1), id: "again" }], transient)).toBe("quarantined");
      expect(statusOf([origin(1), origin(2)], transient)).toBe("candidate");
    });

    it("ME5: retires it by one run that went well without it", () => {
      const { attributedBy: _none, ...plain } = sampleUse(3, { passed: false, lift: 0 });
      expect(statusOf([origin(1), origin(2), plain], transient)).toBe("retired");
      expect(statusOf([origin(1), origin(2), plain])).toBe("candidate");
    });

    it("ME5: lets it expire, later when it is seen again", () => {
      const seen = [origin(1), origin(2)];
      expect(statusOf(seen, transient, NOW + 13 * DAY)).toBe("candidate");
      expect(statusOf(seen, transient, NOW + 15 * DAY)).toBe("retired");
      expect(statusOf([...seen, origin(3, NOW + 10 * DAY)], transient, NOW + 15 * DAY)).toBe("candidate");
    });
  });

  describe("for any ledger", () => {
    const rank: Readonly<Record<SkillStatus, number>> = {
      retired: -1,
      quarantined: 0,
      candidate: 1,
      active: 2,
      trusted: 3,
    };
    const row = fc
      .record({
        run: fc.integer({ min: 1, max: 14 }),
        kind: fc.constantFrom(
          "use" as const,
          "rerun" as const,
          "self" as const,
          "judge" as const,
          "origin" as const,
        ),
        passed: fc.boolean(),
        mistakeRepeated: fc.boolean(),
        at: fc.integer({ min: 1, max: 90 }),
      })
      .map(({ run, at, ...fields }) =>
        sampleUse(run, { ...fields, at: NOW + at, id: `${run}-${at}-${fields.kind}` }),
      );
    const ledger = fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 25 });

    it("does not depend on the order of the rows", () => {
      fc.assert(
        fc.property(
          ledger.chain((rows) =>
            fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
          ),
          ([rows, shuffled]) => {
            expect(decide(shuffled)).toEqual(decide(rows));
          },
        ),
      );
    });

    it("never falls by a further pass and never rises by a further failure", () => {
      // The fourth outcome may be a pass and yet the one with which there are enough to judge by.
      const outcomes = (rows: readonly Evidence[]) =>
        new Set(
          rows
            .filter(({ kind }) => kind === "use" || kind === "rerun")
            .map(({ kind, runId }) => `${kind} ${runId}`),
        );
      const judged = ledger.filter((rows) => outcomes(rows).size >= 4);
      fc.assert(
        fc.property(judged, fc.constantFrom("use" as const, "rerun" as const), (rows, kind) => {
          const last = (passed: boolean) => sampleUse(99, { kind, passed, at: NOW + 95 });
          expect(rank[statusOf([...rows, last(true)])]).toBeGreaterThanOrEqual(rank[statusOf(rows)]);
          expect(rank[statusOf([...rows, last(false)])]).toBeLessThanOrEqual(rank[statusOf(rows)]);
        }),
      );
    });

    it("takes nothing from opinions, however many", () => {
      fc.assert(
        fc.property(ledger, (rows) => {
          const facts = rows.filter(({ kind }) => kind !== "self" && kind !== "judge");
          expect(statusOf(rows)).toBe(statusOf(facts));
        }),
      );
    });
  });
});
