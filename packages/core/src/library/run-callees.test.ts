import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import {
  DAY,
  learnedVersion,
  NOW,
  sampleContent,
  sampleLesson,
  sampleUse,
} from "../testing/library-samples.ts";
import { creation, exact, sampleScope } from "../testing/store-samples.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillHead } from "../types/skill.ts";
import { movedInOrOut, withCalleeReasons } from "./callee-reasons.ts";
import { curateLibrary } from "./run-curate.ts";
import { approveSkill, removeSkill, retireSkill } from "./run-manage.ts";
import { publishLessons } from "./run-publish.ts";
import { settleSkills } from "./run-settle.ts";

const allow = { decision: "allow", reasons: [] } as const;
const tools = (store: Store) => ({
  store,
  buildSearchDocument: () => "",
  scan: () => allow,
  gate: () => allow,
});

/** An active skill with three verified uses, in the store. */
async function put(store: Store, name: string, uses: readonly string[] = [], scope: Scope = sampleScope) {
  const served = learnedVersion({ scope, content: sampleContent({ name, uses }) });
  const skillId = skillIdOf(scope, name);
  const { row } = creation({ name, scope, status: "active", reasons: ["3 independent verified uses"] });
  await store.addVersions([served]);
  await store.writeHeads([{ row: { ...row, served }, expectedRev: null }]);
  const used = [1, 2, 3].map((run) => sampleUse(run, { id: `${skillId}-${run}`, skillId, scope }));
  await store.addEvidence(used);
}

async function reasonsOf(store: Store, name: string, scope: Scope = sampleScope) {
  const [row] = await store.findHeads(exact(scope), { names: [name] });
  return [row?.head.status, row?.head.reasons];
}

async function demote(store: Store, name: string): Promise<void> {
  const skillId = skillIdOf(sampleScope, name);
  const bad = [11, 12, 13, 14, 15, 16, 17].map((run) =>
    sampleUse(run, { id: `${skillId}-${run}`, skillId, passed: false }),
  );
  await store.addEvidence(bad);
  await settleSkills(tools(store), { filter: exact(sampleScope), ids: [skillId], now: NOW + 100 });
}

const target = (name: string) => ({ scope: sampleScope, name, by: "maria", now: NOW + 200 });
const flagged = (why: string) => ["active", ["3 independent verified uses", why]];
const clean = ["active", ["3 independent verified uses"]];

async function library(): Promise<Store> {
  const store = memoryStore();
  await put(store, "roll-out");
  await put(store, "deploy", ["roll-out"]);
  await put(store, "other");
  return store;
}

describe("settling a skill that others build on", () => {
  it("tells its callers when its evidence demotes it, and nobody else", async () => {
    const store = await library();
    const elsewhere: Scope = { ...sampleScope, user: "u1" };
    await put(store, "deploy", ["roll-out"], elsewhere);
    await put(store, "roll-out", [], elsewhere);
    await demote(store, "roll-out");
    expect((await reasonsOf(store, "roll-out"))[0]).toBe("quarantined");
    expect(await reasonsOf(store, "deploy")).toEqual(flagged("builds on roll-out, which is quarantined"));
    expect(await reasonsOf(store, "other")).toEqual(clean);
    expect(await reasonsOf(store, "deploy", elsewhere)).toEqual(clean);
  });

  it("says it once, keeps the caller's own reasons, and takes it back", async () => {
    const store = await library();
    await demote(store, "roll-out");
    const again = { filter: exact(sampleScope), ids: [skillIdOf(sampleScope, "deploy")], now: NOW + 150 };
    await settleSkills(tools(store), again);
    expect(await reasonsOf(store, "deploy")).toEqual(flagged("builds on roll-out, which is quarantined"));
    await approveSkill(tools(store), target("roll-out"));
    expect((await reasonsOf(store, "roll-out"))[0]).toBe("candidate");
    expect(await reasonsOf(store, "deploy")).toEqual(clean);
  });

  it("tells them when a person retires or removes it", async () => {
    const retired = await library();
    await retireSkill(tools(retired), target("roll-out"));
    expect(await reasonsOf(retired, "deploy")).toEqual(flagged("builds on roll-out, which is retired"));
    const removed = await library();
    await removeSkill(tools(removed), target("roll-out"));
    expect(await reasonsOf(removed, "deploy")).toEqual(flagged("builds on roll-out, which is gone"));
  });

  it("tells them when a further run makes a version of it that is given out again", async () => {
    const store = await library();
    await demote(store, "roll-out");
    const bullets = sampleContent().bullets.map((one) => ({ ...one, text: `${one.text} Twice.` }));
    const content = sampleContent({ name: "roll-out", bullets });
    const [row] = await store.findHeads(exact(sampleScope), { names: ["roll-out"] });
    const lesson = sampleLesson({ content, key: row?.head.lessonKey ?? "", traceId: "trace-9" });
    const entries = [{ lesson, verdict: allow }];
    await publishLessons({ ...tools(store), entries, mergeLesson: () => content, now: NOW + 300 });
    expect((await reasonsOf(store, "roll-out"))[0]).toBe("candidate");
    expect(await reasonsOf(store, "deploy")).toEqual(clean);
  });

  it("keeps the words on a callee when the caller's own status moves", async () => {
    const store = await library();
    await demote(store, "roll-out");
    await demote(store, "deploy");
    const [status, reasons] = await reasonsOf(store, "deploy");
    expect(status).toBe("quarantined");
    expect(reasons).toContain("builds on roll-out, which is quarantined");
  });

  it("ends where skills build on one another, and leaves a retired caller its words", async () => {
    const store = memoryStore();
    await put(store, "roll-out", ["deploy", "roll-out"]);
    await put(store, "deploy", ["roll-out"]);
    await put(store, "old", ["roll-out"]);
    await retireSkill(tools(store), { ...target("old"), reason: "no longer done" });
    await demote(store, "roll-out");
    const old = { filter: exact(sampleScope), ids: [skillIdOf(sampleScope, "old")], now: NOW + 120 };
    await settleSkills(tools(store), old);
    expect(await reasonsOf(store, "deploy")).toEqual(flagged("builds on roll-out, which is quarantined"));
    expect(await reasonsOf(store, "old")).toEqual(["retired", ["retired by maria: no longer done"]]);
    const late = { filter: exact(sampleScope), now: NOW + 90 * DAY };
    expect([...(await curateLibrary(tools(store), late))].sort()).toEqual(["deploy", "roll-out"]);
  });
});

describe("callee reasons", () => {
  const head = (status: SkillHead["status"]) => creation({ name: "x", status }).row.head;

  it("names what is down in place of what was down before", () => {
    const before = ["own", "builds on a, which is retired", "builds on b, which is gone"];
    const callees = [
      { name: "a", status: "active" as const },
      { name: "c", status: "quarantined" as const },
    ];
    expect(withCalleeReasons(before, callees)).toEqual(["own", "builds on c, which is quarantined"]);
  });

  it("looks only at what came into use or went out of it", () => {
    const change = (before: SkillHead["status"], after: SkillHead["status"]) => ({
      before: head(before),
      after: head(after),
    });
    expect(movedInOrOut([change("candidate", "active"), change("quarantined", "retired")])).toEqual([]);
    expect(movedInOrOut([change("trusted", "retired"), change("quarantined", "candidate")])).toHaveLength(2);
    expect(movedInOrOut([{ before: head("active"), after: undefined }])).toHaveLength(1);
  });
});
