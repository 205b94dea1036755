import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { DAY, NOW, sampleContent, sampleLesson } from "../testing/library-samples.ts";
import { sampleScope, within } from "../testing/store-samples.ts";
import { skillIdOf } from "../text/scope-key.ts";
import { renderSkillMarkdown } from "../text/skill-file/skill-markdown.ts";
import type { Lesson } from "../types/lesson.ts";
import type { HoldReason } from "../types/lesson-kind.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import { curateLibrary } from "./run-curate.ts";
import { findSkill, getSkill, listSkills, skillHistory } from "./run-find.ts";
import { importSkills } from "./run-import.ts";
import { approveSkill, removeSkill, retireSkill, rollbackSkill } from "./run-manage.ts";
import type { ManageTools } from "./run-manage-tools.ts";
import { publishLessons } from "./run-publish.ts";
import { recordRerun } from "./run-rerun.ts";
import { widenSkill } from "./run-widen.ts";

const allow: Verdict = { decision: "allow", reasons: [] };
const name = "git-push-upstream";
const id = skillIdOf(sampleScope, name);
const isHostile = (content: SkillContent) => JSON.stringify(content).includes("EVIL");
const scan = (content: SkillContent): Verdict =>
  isHostile(content) ? { decision: "reject", reasons: [{ code: "evil", detail: "hostile words" }] } : allow;
const toolsOf = (store: Store, fields: Partial<ManageTools> = {}): ManageTools => ({
  store,
  buildSearchDocument: (content) => content.description,
  scan,
  gate: ({ content, holds }) =>
    holds.length > 0 ? { decision: "hold", reasons: [{ code: "held", detail: "held" }] } : scan(content),
  ...fields,
});
const target = { scope: sampleScope, name, by: "maria", now: NOW + 10 };

async function publish(store: Store, fields: Partial<Lesson> = {}, verdict = allow) {
  const entries = [{ lesson: sampleLesson(fields), verdict }];
  const mergeLesson = (_existing: SkillContent, lesson: Lesson) => lesson.content;
  return publishLessons({ ...toolsOf(store), entries, mergeLesson, now: NOW });
}
async function heldStore() {
  const store = memoryStore();
  const holds: HoldReason[] = ["weakens-guard"];
  await publish(
    store,
    { holds },
    { decision: "hold", reasons: [{ code: "weakens-guard", detail: "skips a check" }] },
  );
  return store;
}
async function passRerun(store: Store, version: number, passed = true) {
  const found = (await store.listVersions(within(sampleScope), [id])).find((one) => one.version === version);
  if (found === undefined) throw new Error("no such version");
  const facts = {
    passed,
    mistakeRepeated: false,
    check: "c",
    runId: `r${version}`,
    traceId: "t",
    now: NOW + 5,
  };
  return recordRerun({ ...toolsOf(store), version: found, ...facts });
}
/** Version 1 active, then version 2 active in its place. */
async function twoVersions() {
  const store = memoryStore();
  await publish(store);
  await passRerun(store, 1);
  await publish(store, { traceId: "t2", runId: "r-2", content: sampleContent({ description: "Newer." }) });
  await passRerun(store, 2);
  return store;
}
const jobIds = async (store: Store) =>
  (await store.listJobs({ filter: within(sampleScope), kind: "rerun" })).map((job) => job.id);

describe("findSkill", () => {
  it("names the nearest skills when there is none of that name", async () => {
    const store = memoryStore();
    await publish(store);
    await expect(findSkill({ store, scope: sampleScope, name: "git-push-upstraem" })).rejects.toMatchObject({
      code: "SKILL_NOT_FOUND",
      remedy: 'Did you mean "git-push-upstream"?',
    });
  });

  it("DB9: finds no skill of another user, and the reader's own before a wider one", async () => {
    const store = memoryStore();
    const user = (one: string) => ({ project: "billing", user: one });
    await publish(store, { scope: user("a") });
    await expect(findSkill({ store, scope: user("b"), name })).rejects.toMatchObject({
      code: "SKILL_NOT_FOUND",
    });
    await publish(store, { key: "of the project" });
    expect((await findSkill({ store, scope: user("a"), name })).head.scope).toEqual(user("a"));
    expect((await findSkill({ store, scope: user("b"), name })).head.scope).toEqual(sampleScope);
    await expect(findSkill({ store, scope: { project: "" }, name })).rejects.toMatchObject({
      code: "INVALID_SCOPE",
    });
  });
});

describe("a skill in a narrower scope", () => {
  const user = (one: string) => ({ project: "billing", user: one });

  it("can be shown, approved and removed by the name under which it is listed", async () => {
    const store = memoryStore();
    await publish(
      store,
      { scope: user("a"), holds: ["weakens-guard"] },
      { decision: "hold", reasons: [{ code: "weakens-guard", detail: "skips a check" }] },
    );
    const listed = await listSkills({ store, scope: sampleScope, reach: "within" });
    expect(listed.map((skill) => skill.name)).toEqual([name]);
    const detail = await getSkill({ store, scope: sampleScope, name });
    expect(detail).toMatchObject({ scope: user("a"), traceIds: ["trace-1"] });
    expect(await skillHistory({ store, scope: sampleScope, name, now: NOW })).toHaveLength(1);
    expect(await approveSkill(toolsOf(store), target)).toMatchObject({ scope: user("a"), version: 2 });
    await removeSkill(toolsOf(store), target);
    expect(await store.listHeads(within(sampleScope))).toEqual([]);
  });

  it("gives way to one that the scope sees, and is named with its scope where several have the name", async () => {
    const store = memoryStore();
    await publish(store, { scope: user("a") });
    await publish(store, { scope: user("b") });
    await expect(findSkill({ store, scope: sampleScope, name })).rejects.toMatchObject({
      code: "SKILL_NOT_FOUND",
      message: expect.stringContaining("billing/*/a, billing/*/b"),
    });
    await publish(store, { key: "of the project" });
    expect((await findSkill({ store, scope: sampleScope, name })).head.scope).toEqual(sampleScope);
    await expect(findSkill({ store, scope: sampleScope, name: "git-push" })).rejects.toThrow("Did you mean");
  });
});

describe("a person's act through a scoped view", () => {
  const view = { ...target, scope: { project: "billing", user: "a" } };

  it("touches no skill of a wider scope, whichever act it is", async () => {
    const store = await twoVersions();
    const before = await store.listHeads(within(sampleScope));
    const acts = [
      () => approveSkill(toolsOf(store), view),
      () => rollbackSkill(toolsOf(store), { ...view, version: 1 }),
      () => widenSkill(toolsOf(store), { ...view, to: { project: "billing" } }),
      () => retireSkill(toolsOf(store), view),
      () => removeSkill(toolsOf(store), view),
    ];
    for (const act of acts) {
      await expect(act()).rejects.toMatchObject({
        code: "NOT_ALLOWED",
        remedy: "Open the loop in the skill's own scope.",
      });
    }
    expect(await store.listHeads(within(sampleScope))).toEqual(before);
  });

  it("may retire the view's own skill and leaves its namesake in the wider scope alone", async () => {
    const store = await twoVersions();
    await publish(store, { scope: view.scope, key: "own" });
    await retireSkill(toolsOf(store), view);
    const statuses = (await store.listHeads(within(sampleScope))).map(({ head }) => [
      head.scope.user,
      head.status,
    ]);
    expect(statuses).toContainEqual(["a", "retired"]);
    expect(statuses).toContainEqual([undefined, "active"]);
  });
});

describe("reading the library", () => {
  it("lists by status, and shows a skill with its file, evidence and traces", async () => {
    const store = await twoVersions();
    expect(await listSkills({ store, scope: sampleScope, status: "candidate" })).toEqual([]);
    expect((await listSkills({ store, scope: sampleScope })).map((skill) => skill.name)).toEqual([name]);
    const detail = await getSkill({ store, scope: sampleScope, name });
    expect(detail.markdown).toContain('skillloop.status: "active"');
    expect(detail.traceIds).toEqual(["trace-1", "t2"]);
  });

  it("tells of each version what became of it", async () => {
    const history = await skillHistory({ store: await twoVersions(), scope: sampleScope, name, now: NOW });
    expect(history.map(({ version, status, served }) => [version.version, status, served])).toEqual([
      [1, "retired", false],
      [2, "active", true],
    ]);
  });
});

describe("approveSkill", () => {
  it("makes a held skill a candidate with a re-run, under the name of the person", async () => {
    const store = await heldStore();
    const approved = await approveSkill(toolsOf(store), target);
    expect(approved).toMatchObject({ status: "candidate", version: 2 });
    expect(approved.served).toMatchObject({ holds: [], origin: { kind: "learned", by: "maria", parent: 1 } });
    expect(await jobIds(store)).toEqual([`rerun:${id}@2`]);
    const events = await store.listEvents(within(sampleScope), { limit: 9 });
    expect(events[0]).toMatchObject({ type: "approved", by: "maria", subject: name });
    await publish(store, { traceId: "t9", runId: "r9", holds: ["weakens-guard"] });
    expect((await findSkill({ store, scope: sampleScope, name })).head.status).toBe("candidate");
  });

  it("scans again, and lets no person pass what the scan rejects", async () => {
    const store = memoryStore();
    const content = sampleContent({ description: "EVIL" });
    await publish(store, { content, holds: ["weakens-guard"] }, { decision: "hold", reasons: [] });
    await expect(approveSkill(toolsOf(store), target)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    expect((await findSkill({ store, scope: sampleScope, name })).head.status).toBe("quarantined");
  });

  it("may still be asked for a held skill that lay so long that it was retired", async () => {
    const store = await heldStore();
    const later = NOW + 61 * DAY;
    expect(await curateLibrary(toolsOf(store), { filter: within(sampleScope), now: later })).toEqual([name]);
    const approved = await approveSkill(toolsOf(store), { ...target, now: later });
    expect(approved).toMatchObject({ status: "candidate", version: 2 });
    await retireSkill(toolsOf(store), target);
    await expect(approveSkill(toolsOf(store), target)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("needs a person's name, and something to approve", async () => {
    const store = await heldStore();
    await expect(approveSkill(toolsOf(store), { ...target, by: " " })).rejects.toMatchObject({
      code: "INVALID_OPTIONS",
    });
    await approveSkill(toolsOf(store), target);
    await expect(approveSkill(toolsOf(store), target)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });

  it("is decided anew when another writer was faster", async () => {
    const store = await heldStore();
    let raced = false;
    const racing: Store = {
      ...store,
      writeHeads: async (writes) => {
        if (raced) return store.writeHeads(writes);
        raced = true;
        await retireSkill(toolsOf(store), { ...target, by: "other" });
        return store.writeHeads(writes);
      },
    };
    await expect(approveSkill(toolsOf(racing), target)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  });
});

describe("rollbackSkill", () => {
  it("puts the earlier content on trial as a new version, and serves the good one meanwhile", async () => {
    const store = await twoVersions();
    const rolled = await rollbackSkill(toolsOf(store), { ...target, version: 1 });
    expect(rolled).toMatchObject({
      version: 2,
      status: "active",
      trial: { version: 3, status: "candidate" },
    });
    expect(await jobIds(store)).toContain(`rerun:${id}@3`);
    await passRerun(store, 3);
    const row = await findSkill({ store, scope: sampleScope, name });
    expect(row.head).toMatchObject({ version: 3, status: "active" });
    expect(row.served.content).toEqual(sampleContent());
    expect(row.searchDocument).toBe(sampleContent().description);
  });

  it("is not undone by the next occurrence of what it went back from", async () => {
    const store = await twoVersions();
    await rollbackSkill(toolsOf(store), { ...target, version: 1 });
    await passRerun(store, 3);
    const content = sampleContent({ description: "Newer." });
    const [again] = await publish(store, { traceId: "t9", runId: "r9", content });
    expect(again).toMatchObject({ outcome: "supported", reason: "its more general form was tried before" });
    expect((await findSkill({ store, scope: sampleScope, name })).head).toMatchObject({
      version: 3,
      latest: 3,
    });
  });

  it("keeps the good version when the trial fails", async () => {
    const store = await twoVersions();
    await rollbackSkill(toolsOf(store), { ...target, version: 1 });
    await passRerun(store, 3, false);
    const { head } = await findSkill({ store, scope: sampleScope, name });
    expect(head).toMatchObject({ version: 2, status: "active" });
    expect(head.trial).toBeUndefined();
  });

  it("names the versions there are, and refuses the served one", async () => {
    const tools = toolsOf(await twoVersions());
    await expect(rollbackSkill(tools, { ...target, version: 9 })).rejects.toMatchObject({
      code: "VERSION_NOT_FOUND",
      remedy: "It has 1, 2.",
    });
    await expect(rollbackSkill(tools, { ...target, version: 2 })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
  });

  it("goes through the gate: a text that would be rejected today does not come back", async () => {
    const reject: Verdict = {
      decision: "reject",
      reasons: [{ code: "new-rule", detail: "known to be hostile" }],
    };
    const tools = toolsOf(await twoVersions(), { gate: () => reject });
    await expect(rollbackSkill(tools, { ...target, version: 1 })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
  });

  it("brings no held version back without approval", async () => {
    const store = await heldStore();
    await approveSkill(toolsOf(store), target);
    await expect(rollbackSkill(toolsOf(store), { ...target, version: 1 })).rejects.toMatchObject({
      code: "NOT_ALLOWED",
    });
  });
});

describe("retireSkill and removeSkill", () => {
  it("takes a skill out of use for good, with the person's reason", async () => {
    const store = await twoVersions();
    const retired = await retireSkill(toolsOf(store), { ...target, reason: "outdated" });
    expect(retired).toMatchObject({ status: "retired", reasons: ["retired by maria: outdated"] });
    await publish(store, { traceId: "t9", runId: "r9" });
    expect((await findSkill({ store, scope: sampleScope, name })).head.status).toBe("retired");
    expect(await jobIds(store)).toEqual([]);
  });

  it("removes a skill with everything that hangs on it", async () => {
    const store = await twoVersions();
    await removeSkill(toolsOf(store), target);
    await expect(findSkill({ store, scope: sampleScope, name })).rejects.toMatchObject({
      code: "SKILL_NOT_FOUND",
    });
    expect(await store.listEvidence(within(sampleScope), {})).toEqual([]);
    expect(await jobIds(store)).toEqual([]);
    const [event] = await store.listEvents(within(sampleScope), { limit: 1 });
    expect(event).toMatchObject({ type: "removed", by: "maria" });
  });
});

describe("widenSkill", () => {
  const narrow = { project: "billing", user: "a" };
  const wide = { ...target, scope: narrow, to: sampleScope };

  it("moves a skill with its evidence, and leaves none behind", async () => {
    const store = memoryStore();
    await publish(store, { scope: narrow });
    const widened = await widenSkill(toolsOf(store), wide);
    expect(widened).toMatchObject({ id, scope: sampleScope, status: "candidate" });
    expect(await store.listHeads(within(sampleScope))).toHaveLength(1);
    expect(await store.listEvidence(within(sampleScope), {})).toMatchObject([{ skillId: id, scope: narrow }]);
    expect(await jobIds(store)).toEqual([`rerun:${id}@1`]);
    const [again] = await publish(store, { scope: narrow, traceId: "t2", runId: "r2" });
    expect(again?.outcome).toBe("supported");
  });

  it("can be asked for again after it died half-way", async () => {
    const store = memoryStore();
    await publish(store, { scope: narrow });
    const dying: Store = { ...store, removeSkills: () => Promise.reject(new Error("killed")) };
    await expect(widenSkill(toolsOf(dying), wide)).rejects.toThrow("killed");
    await widenSkill(toolsOf(store), wide);
    expect((await store.listHeads(within(sampleScope))).map(({ head }) => head.id)).toEqual([id]);
  });

  it("can be asked for again from the wider scope, too", async () => {
    const store = memoryStore();
    await publish(store, { scope: narrow });
    const dying: Store = { ...store, removeSkills: () => Promise.reject(new Error("killed")) };
    await expect(widenSkill(toolsOf(dying), { ...wide, scope: sampleScope })).rejects.toThrow("killed");
    await widenSkill(toolsOf(store), { ...wide, scope: sampleScope });
    expect((await store.listHeads(within(sampleScope))).map(({ head }) => head.id)).toEqual([id]);
  });

  it("loses no skill in a namesake that is retired or held there", async () => {
    const store = memoryStore();
    await publish(store, { scope: narrow });
    await publish(store, { traceId: "t2", runId: "r2" });
    await retireSkill(toolsOf(store), target);
    await expect(widenSkill(toolsOf(store), wide)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    const kept = await findSkill({ store, scope: narrow, name });
    expect(kept.head).toMatchObject({ scope: narrow, status: "candidate" });
  });

  it("takes its evidence along into a namesake that says the same", async () => {
    const store = memoryStore();
    await publish(store, { scope: narrow });
    await publish(store, { traceId: "t2", runId: "r2" });
    const row = await findSkill({ store, scope: narrow, name });
    await recordRerun({
      ...toolsOf(store),
      version: row.served,
      passed: true,
      mistakeRepeated: false,
      check: "c",
      runId: "rerun-1",
      traceId: "t",
      now: NOW + 5,
    });
    expect((await findSkill({ store, scope: sampleScope, name })).head.status).toBe("candidate");
    expect(await widenSkill(toolsOf(store), wide)).toMatchObject({ id, status: "active" });
    expect(await store.listHeads(within(sampleScope))).toHaveLength(1);
    const rows = await store.listEvidence(within(sampleScope), { skillIds: [id] });
    expect(rows.map(({ kind }) => kind).sort()).toEqual(["origin", "origin", "rerun"]);
  });

  it("refuses a scope that is not wider, a held skill, a hostile text and a namesake", async () => {
    const store = memoryStore();
    await publish(store, { scope: narrow });
    const refusal = { code: "NOT_ALLOWED" };
    const other = { ...wide, to: { project: "billing", user: "b" } };
    await expect(widenSkill(toolsOf(store), other)).rejects.toMatchObject(refusal);
    await expect(widenSkill(toolsOf(store), { ...wide, to: { project: "x" } })).rejects.toMatchObject(
      refusal,
    );
    const reject: Verdict = { decision: "reject", reasons: [] };
    await expect(widenSkill(toolsOf(store, { scan: () => reject }), wide)).rejects.toMatchObject(refusal);
    await publish(store, { key: "other", content: sampleContent({ description: "Other." }) });
    await expect(widenSkill(toolsOf(store), wide)).rejects.toMatchObject(refusal);
    await expect(
      widenSkill(toolsOf(await heldStore()), { ...wide, scope: sampleScope }),
    ).rejects.toMatchObject(refusal);
  });
});

describe("importSkills", () => {
  const file = (folder: string, text: string) => ({ folder, path: `/in/${folder}/SKILL.md`, text });
  const request = { scope: sampleScope, by: "maria", now: NOW };

  it("lands in quarantine, whatever the file says of itself, until a person approves it", async () => {
    const store = memoryStore();
    const text = renderSkillMarkdown(sampleContent(), { status: "trusted", version: 9 });
    const report = await importSkills(toolsOf(store), { ...request, files: [file(name, text)] });
    expect(report).toEqual({ imported: [name], rejected: [] });
    const row = await findSkill({ store, scope: sampleScope, name });
    expect(row.head).toMatchObject({ status: "quarantined", version: 1 });
    expect(row.served).toMatchObject({ content: sampleContent(), holds: ["imported"], verified: false });
    expect((await approveSkill(toolsOf(store), target)).status).toBe("candidate");
  });

  it("RD1: masks a secret in any field of the file, and in what is said of a file that is refused", async () => {
    const store = memoryStore();
    const secret = `gho_${"a1B2".repeat(9)}`;
    const content = sampleContent({ description: `Push with ${secret}` });
    const files = [
      file(name, renderSkillMarkdown(content)),
      { ...file("a", `---\nname: ${secret}\n---\n`), path: `/in/${secret}/SKILL.md` },
    ];
    const report = await importSkills(toolsOf(store), { ...request, files });
    expect(report).toMatchObject({ imported: [name], rejected: [{ code: "INVALID_SKILL" }] });
    expect(JSON.stringify([report, await store.listHeads(within(sampleScope))])).not.toContain(secret);
    const { head } = await findSkill({ store, scope: sampleScope, name });
    const told = { ...target, reason: `leaks ${secret}` };
    expect((await retireSkill(toolsOf(store), told)).reasons).toEqual(["retired by maria: leaks [redacted]"]);
    const events = await store.listEvents(within(sampleScope), { subject: head.id, limit: 9 });
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  it("PI4: rejects hostile words in any printed field", async () => {
    const store = memoryStore();
    const fields: Partial<SkillContent>[] = [
      { description: "EVIL" },
      { keys: { ...sampleContent().keys, symptoms: ["EVIL"] } },
      { bullets: [{ id: "b", section: "scope", text: "EVIL" }] },
    ];
    for (const one of fields) {
      const files = [file(name, renderSkillMarkdown(sampleContent(one)))];
      const report = await importSkills(toolsOf(store), { ...request, files });
      expect(report).toMatchObject({
        imported: [],
        rejected: [{ code: "NOT_ALLOWED", path: `/in/${name}/SKILL.md` }],
      });
    }
    expect(await store.listHeads(within(sampleScope))).toEqual([]);
  });

  it("PI4: takes no name that could leave its folder or is not its folder's", async () => {
    const store = memoryStore();
    const files = ["../../x", "other-name"].map((one) =>
      file("a", `---\nname: ${one}\ndescription: d\n---\n`),
    );
    const report = await importSkills(toolsOf(store), { ...request, files });
    expect(report.rejected.map(({ code }) => code)).toEqual(["INVALID_SKILL", "INVALID_SKILL"]);
    expect(await store.listHeads(within(sampleScope))).toEqual([]);
  });

  it("changes nothing that is in use: the same content is there already, another one is refused", async () => {
    const store = await twoVersions();
    const same = await findSkill({ store, scope: sampleScope, name });
    const again = file(name, renderSkillMarkdown(same.served.content));
    expect((await importSkills(toolsOf(store), { ...request, files: [again] })).imported).toEqual([name]);
    const other = file(name, renderSkillMarkdown(sampleContent({ description: "Mine." })));
    const report = await importSkills(toolsOf(store), { ...request, files: [other] });
    expect(report.rejected).toMatchObject([{ code: "NOT_ALLOWED" }]);
    expect((await findSkill({ store, scope: sampleScope, name })).head).toEqual(same.head);
  });

  it("takes a file from elsewhere that lacks our sections", async () => {
    const store = memoryStore();
    const files = [file("pdf", "---\nname: pdf\ndescription: Fill forms\n---\n# PDF\n\nOpen it.\n")];
    expect((await importSkills(toolsOf(store), { ...request, files })).imported).toEqual(["pdf"]);
    expect((await approveSkill(toolsOf(store), { ...target, name: "pdf" })).status).toBe("candidate");
  });
});

describe("approving what was imported", () => {
  const text = renderSkillMarkdown(sampleContent());
  const imported = async () => {
    const store = memoryStore();
    const files = [{ folder: name, path: "/in", text }];
    await importSkills(toolsOf(store), { scope: sampleScope, by: "maria", now: NOW, files });
    return store;
  };
  const secret = `gho_${"a".repeat(36)}`;
  const rerun = { task: `Push with ${secret}`, check: "git status -sb", context: { token: secret } };

  it("gives it the task that the person names, so that a re-run can make it active", async () => {
    const store = await imported();
    const approved = await approveSkill(toolsOf(store), { ...target, rerun });
    expect(approved).toMatchObject({ status: "candidate", version: 2 });
    const [job] = await store.listJobs({ filter: within(sampleScope), kind: "rerun" });
    expect(job).toMatchObject({ id: `rerun:${id}@2`, rerun: { check: "git status -sb" } });
    expect(job?.rerun?.task).toContain("Push with");
    expect(JSON.stringify([job, approved])).not.toContain(secret);
    await passRerun(store, 2);
    expect((await findSkill({ store, scope: sampleScope, name })).head.status).toBe("active");
  });

  it("says without a task how it can become active, and takes one later", async () => {
    const store = await imported();
    const approved = await approveSkill(toolsOf(store), target);
    expect(approved.reasons.join()).toContain("no task to re-run");
    expect(await jobIds(store)).toEqual([]);
    await expect(approveSkill(toolsOf(store), target)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    const blank = approveSkill(toolsOf(store), { ...target, rerun: { task: " " } });
    await expect(blank).rejects.toMatchObject({ code: "INVALID_OPTIONS" });
    const again = await approveSkill(toolsOf(store), { ...target, rerun });
    expect(again).toMatchObject({ status: "candidate", version: 3 });
    expect(again.reasons.join()).toContain("waits for a passed re-run");
    expect(await jobIds(store)).toEqual([`rerun:${id}@3`]);
  });
});

describe("curateLibrary", () => {
  const filter = within(sampleScope);

  it("retires what nobody used for sixty days, and nothing else", async () => {
    const store = await twoVersions();
    expect(await curateLibrary(toolsOf(store), { filter, now: NOW + 30 * DAY })).toEqual([]);
    await store.bumpStats([{ scope: sampleScope, skillId: id, used: 1 }], NOW + 30 * DAY);
    expect(await curateLibrary(toolsOf(store), { filter, now: NOW + 80 * DAY })).toEqual([]);
    expect(await curateLibrary(toolsOf(store), { filter, now: NOW + 91 * DAY })).toEqual([name]);
    expect((await findSkill({ store, scope: sampleScope, name })).head.reasons).toEqual([
      "unused for 60 days",
    ]);
  });
});
