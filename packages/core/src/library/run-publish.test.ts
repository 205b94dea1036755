import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { NOW, sampleContent, sampleLesson } from "../testing/library-samples.ts";
import { exact, sampleScope, within } from "../testing/store-samples.ts";
import { skillIdOf } from "../text/scope-key.ts";
import type { Lesson } from "../types/lesson.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import { type PublishEntry, publishLessons } from "./run-publish.ts";
import { recordRerun } from "./run-rerun.ts";

const allow: Verdict = { decision: "allow", reasons: [] };
const id = skillIdOf(sampleScope, "git-push-upstream");

const union = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])].sort();

/** Adds the lesson's queries and constraints: a merge that is idempotent, as the learner's is. */
const mergeLesson = (existing: SkillContent, { content }: Lesson): SkillContent => ({
  ...existing,
  keys: { ...existing.keys, queries: union(existing.keys.queries, content.keys.queries) },
  signature: {
    ...existing.signature,
    constraints: union(existing.signature.constraints, content.signature.constraints),
  },
});
const gate = ({ holds }: { readonly holds: readonly string[] }): Verdict =>
  holds.length === 0 ? allow : { decision: "hold", reasons: [{ code: holds[0] ?? "", detail: "held" }] };
const rules = { mergeLesson, gate, buildSearchDocument: (content: SkillContent) => content.name, now: NOW };
const publish = (store: Store, ...entries: readonly PublishEntry[]) =>
  publishLessons({ store, entries, ...rules });

const run = (number: number, fields: Partial<Lesson> = {}): PublishEntry => ({
  lesson: sampleLesson({ traceId: `trace-${number}`, runId: `run-${number}`, ...fields }),
  verdict: allow,
  rerun: { task: "push the branch", environment: {}, check: "git status", context: { repo: "x" } },
});
const foundBy = (query: string) => ({
  keys: { appliesWhen: [], symptoms: [], signatures: [], queries: [query], notFor: [] },
});
/** An occurrence that makes the skill say more, and not only be found by more. */
const asked = (query: string) => {
  const { signature } = sampleContent();
  return sampleContent({ ...foundBy(query), signature: { ...signature, constraints: [query] } });
};

async function headOf(store: Store, skillId = id) {
  const [row] = await store.findHeads(within(sampleScope), { ids: [skillId] });
  return row?.head;
}

/** Everything that a person could see of a library, without times. */
async function picture(store: Store) {
  const rows = await store.listHeads(within(sampleScope));
  const heads = rows.map(({ head, served, searchDocument }) => [
    head.id,
    head.version,
    head.status,
    head.trial,
    head.latest,
    served.hash,
    served.version,
    searchDocument,
  ]);
  const versions = await Promise.all(
    rows.map(async ({ head }) =>
      (await store.listVersions(within(sampleScope), [head.id])).map(({ version, hash, origin }) => [
        version,
        hash,
        origin,
      ]),
    ),
  );
  const evidence = await store.listEvidence(within(sampleScope), {});
  const jobs = await store.listJobs({ filter: within(sampleScope), kind: "rerun" });
  return {
    heads,
    versions,
    origins: evidence.map(({ skillId, kind, runId }) => `${skillId} ${kind} ${runId}`).sort(),
    jobs: jobs.map((job) => job.id).sort(),
  };
}

async function activate(store: Store, version = 1) {
  const versions = await store.listVersions(within(sampleScope), [id]);
  const target = versions.find((one) => one.version === version);
  if (target === undefined) throw new Error("no such version");
  const facts = {
    passed: true,
    mistakeRepeated: false,
    check: "c",
    runId: "rerun-1",
    traceId: "t",
    now: NOW + 1,
  };
  return recordRerun({ store, buildSearchDocument: rules.buildSearchDocument, version: target, ...facts });
}

describe("publishLessons", () => {
  it("makes a first occurrence a candidate with its evidence and a pending re-run", async () => {
    const store = memoryStore();
    const [published] = await publish(store, run(1));
    expect(published).toMatchObject({ outcome: "created", skillName: "git-push-upstream", version: 1 });
    expect(await headOf(store)).toMatchObject({ status: "candidate", version: 1, rev: 1 });
    const [job] = await store.listJobs({ filter: exact(sampleScope), kind: "rerun" });
    expect(job).toMatchObject({ id: `rerun:${id}@1`, state: "waiting", skills: ["git-push-upstream"] });
    expect(job?.rerun).toEqual({
      task: "push the branch",
      environment: {},
      check: "git status",
      context: { repo: "x" },
    });
    const [origin] = await store.listEvidence(exact(sampleScope), {});
    expect(origin).toMatchObject({
      id: `${id}@1:origin:billing/*/*:run-1`,
      kind: "origin",
      traceId: "trace-1",
    });
    const [event] = await store.listEvents(exact(sampleScope), { limit: 9 });
    expect(event).toMatchObject({ type: "created", subject: "git-push-upstream" });
  });

  it("makes no second skill of a second occurrence: evidence, and a more general version", async () => {
    const store = memoryStore();
    const results = [
      await publish(store, run(1)),
      await publish(store, run(2)),
      await publish(store, run(3, { content: asked("push it") })),
    ];
    expect(results.flat().map(({ outcome }) => outcome)).toEqual(["created", "supported", "generalised"]);
    expect(await store.listHeads(within(sampleScope))).toHaveLength(1);
    expect(await headOf(store)).toMatchObject({ version: 2, latest: 2, status: "candidate" });
    expect((await store.listVersions(within(sampleScope), [id]))[1]?.origin).toEqual({
      kind: "learned",
      parent: 1,
    });
    const jobs = await store.listJobs({ filter: exact(sampleScope), kind: "rerun" });
    expect(jobs.map((job) => job.id)).toEqual([`rerun:${id}@2`]);
  });

  it("ends a batch where single writes would have ended", async () => {
    const entries = [run(1), run(2, { content: asked("a") }), run(3), run(4, { content: asked("b") })];
    const [batch, single] = [memoryStore(), memoryStore()];
    await publish(batch, ...entries);
    for (const entry of entries) await publish(single, entry);
    expect(await picture(batch)).toEqual(await picture(single));
  });

  it("keeps a served version in place while a more general one is on trial", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    await activate(store);
    await publish(store, run(2, { content: asked("push it") }));
    expect(await headOf(store)).toMatchObject({
      version: 1,
      status: "active",
      trial: { version: 2, status: "candidate" },
      latest: 2,
    });
    await activate(store, 2);
    const head = await headOf(store);
    expect(head).toMatchObject({ version: 2, status: "active" });
    expect(head?.trial).toBeUndefined();
  });

  it("counts the same run once, and the copies of one run once", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    await publish(store, run(1));
    const copies = Array.from({ length: 20 }, (_unused, copy) => run(2, { traceId: `copy-${copy}` }));
    await publish(store, ...copies);
    expect(await store.listEvidence(exact(sampleScope), { skillIds: [id] })).toHaveLength(2);
  });

  it("ME5: waits with a transient lesson for a second run", async () => {
    const store = memoryStore();
    const transient = (number: number) => run(number, { transient: true });
    const [first] = await publish(store, transient(1));
    expect(first).toMatchObject({ outcome: "held", reason: "transient: waits for a second run" });
    expect(await headOf(store)).toMatchObject({ status: "quarantined" });
    expect(await store.listJobs({ filter: exact(sampleScope), kind: "rerun" })).toEqual([]);
    await publish(store, transient(1));
    expect(await headOf(store)).toMatchObject({ status: "quarantined" });
    await publish(store, transient(2));
    expect(await headOf(store)).toMatchObject({ status: "candidate" });
    expect(await store.listJobs({ filter: exact(sampleScope), kind: "rerun" })).toHaveLength(1);
  });

  it("writes nothing of a rejected lesson but an event", async () => {
    const store = memoryStore();
    const verdict: Verdict = {
      decision: "reject",
      reasons: [{ code: "fetch", detail: "fetches and executes" }],
    };
    const [published] = await publish(store, { ...run(1), verdict });
    expect(published).toEqual({ lesson: run(1).lesson, outcome: "rejected", reason: "fetches and executes" });
    expect(await store.listHeads(within(sampleScope))).toEqual([]);
    expect(await store.listEvents(exact(sampleScope), { limit: 9 })).toHaveLength(1);
  });

  it("quarantines a held lesson with its reasons and no re-run", async () => {
    const store = memoryStore();
    const verdict: Verdict = {
      decision: "hold",
      reasons: [{ code: "weakens-guard", detail: "it skips a check" }],
    };
    const [published] = await publish(store, { ...run(1, { holds: ["weakens-guard"] }), verdict });
    expect(published?.outcome).toBe("held");
    expect(await headOf(store)).toMatchObject({
      status: "quarantined",
      reasons: ["held: weakens-guard", "it skips a check"],
    });
    expect(await store.listJobs({ filter: exact(sampleScope), kind: "rerun" })).toEqual([]);
  });

  it("lets a held occurrence neither change nor support a skill that is not held", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    const verdict: Verdict = {
      decision: "hold",
      reasons: [{ code: "weakens-guard", detail: "it skips a check" }],
    };
    const [held] = await publish(store, {
      ...run(2, { holds: ["weakens-guard"], content: asked("x") }),
      verdict,
    });
    expect(held?.outcome).toBe("held");
    expect(await headOf(store)).toMatchObject({ version: 1, latest: 1, status: "candidate" });
    expect(await store.listEvidence(exact(sampleScope), {})).toHaveLength(1);
  });

  it("frees a skill of a value that its run could not account for once another run accounts for it", async () => {
    const store = memoryStore();
    const verdict: Verdict = {
      decision: "hold",
      reasons: [{ code: "unbound-value", detail: "whose is it" }],
    };
    const paying = (account: string): SkillContent => ({
      ...sampleContent(),
      example: {
        tool: "pay",
        calls: [{ tool: "pay", input: { account }, skeleton: "pay" }],
        placeholders: {},
      },
    });
    const placeholderOf = (existing: SkillContent, { content }: Lesson): SkillContent =>
      JSON.stringify(existing.example) === JSON.stringify(content.example) ? existing : paying("<account>");
    const add = (entry: PublishEntry) =>
      publishLessons({ store, entries: [entry], ...rules, mergeLesson: placeholderOf });
    const unbound = (number: number): PublishEntry => ({
      ...run(number, { holds: ["unbound-value"], content: paying("7788") }),
      verdict,
    });
    await add(unbound(1));
    expect((await headOf(store))?.status).toBe("quarantined");
    await add(unbound(2));
    expect((await headOf(store))?.status).toBe("quarantined");
    await add(run(3, { content: paying("<account>") }));
    expect(await headOf(store)).toMatchObject({ status: "candidate", version: 2 });
    const [later] = await add(unbound(4));
    expect(later?.outcome).toBe("supported");
    expect((await headOf(store))?.status).toBe("candidate");
  });

  it("looks at a merged text again, and keeps the old one when the new one is rejected", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    const reject: Verdict = { decision: "reject", reasons: [{ code: "bad", detail: "hostile together" }] };
    const entries = [run(2, { content: asked("x") })];
    const [published] = await publishLessons({ store, entries, ...rules, gate: () => reject });
    expect(published).toMatchObject({ outcome: "supported", version: 1 });
    expect((await headOf(store))?.latest).toBe(1);
  });

  it("tells different lessons of one name apart by a number", async () => {
    const store = memoryStore();
    await publish(store, run(1), run(2, { key: "another lesson" }));
    const third = await publish(store, run(3, { key: "a third lesson" }));
    expect(third[0]?.skillName).toBe("git-push-upstream-3");
    const many = Array.from({ length: 12 }, (_unused, index) => run(index, { key: `lesson ${index}` }));
    for (const entry of many) await publish(store, entry);
    const names = (await store.listHeads(within(sampleScope))).map(({ head }) => head.name);
    expect(new Set(names).size).toBe(15);
    expect(names).toContain("git-push-upstream-15");
  });

  it("DB9: keeps equal lessons of two users apart", async () => {
    const store = memoryStore();
    const of = (user: string) => ({ project: "billing", user });
    await publish(store, run(1, { scope: of("a") }), run(2, { scope: of("b") }));
    const seen = await store.listHeads({ scope: of("a"), reach: "visible" });
    expect(seen.map(({ head }) => head.scope)).toEqual([of("a")]);
    await expect(publish(store, run(3, { scope: { project: "" } }))).rejects.toMatchObject({
      code: "INVALID_SCOPE",
    });
  });

  it("DB9: lets a user's occurrence support a wider skill without putting words into it", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    const narrow = { project: "billing", user: "a" };
    const [published] = await publish(store, run(2, { scope: narrow, content: asked("my secret words") }));
    expect(published).toMatchObject({ outcome: "supported", version: 1 });
    expect(await store.listHeads(within(sampleScope))).toHaveLength(1);
    expect((await store.listEvidence(within(sampleScope), {})).map(({ scope }) => scope)).toContainEqual(
      narrow,
    );
    expect(JSON.stringify(await store.listHeads(within(sampleScope)))).not.toContain("my secret words");
  });

  it("makes a procedure active by three verified successes, the first included", async () => {
    const store = memoryStore();
    const success = (number: number) => run(number, { content: sampleContent({ kind: "procedure" }) });
    await publish(store, success(1), success(2));
    expect((await headOf(store))?.status).toBe("candidate");
    await publish(store, success(3));
    expect((await headOf(store))?.status).toBe("active");
  });

  it("does not try again what failed its trial", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    await activate(store);
    await publish(store, run(2, { content: asked("push it") }));
    const failed = (await store.listVersions(within(sampleScope), [id]))[1];
    if (failed === undefined) throw new Error("no trial");
    const facts = {
      passed: false,
      mistakeRepeated: false,
      check: "c",
      runId: "r2",
      traceId: "t",
      now: NOW + 2,
    };
    await recordRerun({ store, buildSearchDocument: rules.buildSearchDocument, version: failed, ...facts });
    expect(await headOf(store)).toMatchObject({ version: 1, status: "active" });
    expect((await headOf(store))?.trial).toBeUndefined();
    const [again] = await publish(store, run(3, { content: asked("push it") }));
    expect(again).toMatchObject({ outcome: "supported", reason: "its more general form was tried before" });
  });

  it("frees no demoted skill by new words alone, but by new advice", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    const [first] = await store.listVersions(within(sampleScope), [id]);
    if (first === undefined) throw new Error("no version");
    const facts = { passed: false, mistakeRepeated: false, check: "c", runId: "r", traceId: "t", now: NOW };
    await recordRerun({ store, buildSearchDocument: rules.buildSearchDocument, version: first, ...facts });
    const [same] = await publish(store, run(2, { content: asked("in other words") }));
    expect(same).toMatchObject({
      outcome: "supported",
      reason: "its advice failed before and is still the same",
    });
    expect((await headOf(store))?.status).toBe("quarantined");
    const better = { ...sampleContent(), bullets: sampleContent().bullets.slice(1) };
    const entries = [run(3)];
    await publishLessons({ store, entries, ...rules, mergeLesson: () => better });
    expect(await headOf(store)).toMatchObject({ status: "candidate", version: 2 });
  });

  it("adds no key that the gate would hold, and asks for no more of what a person has let through", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    const finding = (word: string) => ({ code: "scan", detail: `says ${word}`, field: "key" });
    const scanning = (...known: readonly string[]) => ({
      ...rules,
      gate: ({ content }: { readonly content: SkillContent }): Verdict => {
        const words = [...known, ...content.keys.queries.filter((query) => query.includes("sudo"))];
        return words.length === 0 ? allow : { decision: "hold", reasons: words.map(finding) };
      },
    });
    const meet = async (number: number, query: string, ...known: readonly string[]) => {
      const entries = [run(number, { content: sampleContent(foundBy(query)) })];
      await publishLessons({ store, entries, ...scanning(...known) });
      const [row] = await store.findHeads(within(sampleScope), { ids: [id] });
      return row?.served.content.keys.queries;
    };
    expect(await meet(2, "run it with sudo")).toEqual([]);
    expect(await meet(3, "send my branch")).toEqual(["send my branch"]);
    expect(await meet(4, "publish it", "force")).toEqual(["publish it", "send my branch"]);
  });

  it("lets an occurrence that says nothing new add keys to the version that is served", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    const [result] = await publish(store, run(2, { content: sampleContent(foundBy("send my branch")) }));
    expect(result).toMatchObject({ outcome: "supported", version: 1 });
    expect(await headOf(store)).toMatchObject({ version: 1, latest: 1 });
    const [row] = await store.findHeads(within(sampleScope), { ids: [id] });
    const [version] = await store.listVersions(within(sampleScope), [id]);
    expect(row?.served.content.keys.queries).toEqual(["send my branch"]);
    expect(row?.served.hash).toBe(version?.hash);
    const jobs = await store.listJobs({ filter: exact(sampleScope), kind: "rerun" });
    expect(jobs.map((job) => job.id)).toEqual([`rerun:${id}@1`]);
  });

  it("takes up an unverified skill anew when a verified run repeats it", async () => {
    const store = memoryStore();
    const { rerun: _none, ...unchecked } = run(1, { verified: false });
    await publish(store, unchecked);
    await publish(store, run(2));
    const versions = await store.listVersions(within(sampleScope), [id]);
    expect(versions.map(({ verified, rerun }) => [verified, rerun?.check])).toEqual([
      [false, undefined],
      [true, "git status"],
    ]);
  });

  it("brings nothing back that a person retired", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    const [row] = await store.findHeads(exact(sampleScope), { ids: [id] });
    if (row === undefined) throw new Error("no row");
    const head = { ...row.head, status: "retired" as const, reasons: ["retired by a"], rev: 2 };
    await store.writeHeads([{ row: { ...row, head }, expectedRev: 1 }]);
    await publish(store, run(2, { content: asked("x") }));
    expect(await headOf(store)).toMatchObject({ status: "retired", version: 1 });
  });
});

describe("publishLessons after a crash", () => {
  const writers = ["addVersions", "writeHeads", "addEvidence", "addJobs", "deleteJobs", "addEvents"] as const;
  const entries = [
    run(1),
    run(2, { content: asked("a") }),
    run(3, { key: "other" }),
    run(4, { transient: true, key: "net" }),
    run(5, { content: asked("b") }),
  ];

  for (const writer of writers) {
    for (const when of ["before", "after"] as const) {
      it(`ends in the same library when it died ${when} ${writer}`, async () => {
        const calm = memoryStore();
        await publish(calm, run(0, { content: asked("z") }));
        await publish(calm, ...entries);

        const store = memoryStore();
        await publish(store, run(0, { content: asked("z") }));
        const dying = new Proxy(store, {
          get: (target, key: keyof Store) =>
            key !== writer
              ? target[key]
              : async (...parameters: never[]) => {
                  const write = target[key] as (...all: never[]) => Promise<unknown>;
                  if (when === "after") await write(...parameters);
                  throw new Error("killed");
                },
        });
        await expect(publish(dying, ...entries)).rejects.toThrow("killed");
        await publish(store, ...entries);
        expect(await picture(store)).toEqual(await picture(calm));
        await publish(store, ...entries);
        expect(await picture(store)).toEqual(await picture(calm));
      });
    }
  }

  it("gives a head the text of its own version when another batch left one under that number", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    const dying = { ...store, writeHeads: () => Promise.reject(new Error("killed")) };
    await expect(publish(dying, run(2, { content: asked("left behind") }))).rejects.toThrow("killed");
    await publish(store, run(3, { content: asked("mine") }));
    const head = await headOf(store);
    const versions = await store.listVersions(within(sampleScope), [id]);
    const served = versions.find(({ version }) => version === head?.version);
    expect(head).toMatchObject({ version: 3, latest: 3 });
    expect(served?.content.keys.queries).toEqual(["mine"]);
  });
});

describe("publishLessons among other writers", () => {
  it("loses no occurrence and makes no second skill when many publish the same lesson at once", async () => {
    const store = memoryStore();
    const slow = new Proxy(store, {
      get: (target, key: keyof Store) =>
        key !== "findHeads"
          ? target[key]
          : async (...parameters: Parameters<Store["findHeads"]>) => {
              const rows = await target.findHeads(...parameters);
              await new Promise((resolve) => setImmediate(resolve));
              return rows;
            },
    });
    const batches = Array.from({ length: 12 }, (_unused, index) =>
      publish(
        slow,
        run(index, { content: asked(`query ${index % 4}`) }),
        run(index + 100, { key: `own ${index}` }),
      ),
    );
    await Promise.all(batches);
    const rows = await store.listHeads(within(sampleScope));
    expect(rows).toHaveLength(13);
    const shared = rows.filter(({ head }) => head.lessonKey === "push without upstream");
    expect(shared).toHaveLength(1);
    const skillIds = shared.map(({ head }) => head.id);
    expect(await store.listEvidence(within(sampleScope), { skillIds })).toHaveLength(12);
    for (const { head, served } of rows) {
      const versions = await store.listVersions(within(sampleScope), [head.id]);
      expect(versions.find(({ version }) => version === head.version)?.hash).toBe(served.hash);
    }
  });

  it("gives up with a typed error when the others never let go", async () => {
    const store = memoryStore();
    const pauses: number[] = [];
    const losing: Store = {
      ...store,
      writeHeads: async (writes) => new Set(writes.map(({ row }) => row.head.id)),
    };
    const pause = async (attempt: number) => void pauses.push(attempt);
    await expect(publishLessons({ store: losing, entries: [run(1)], ...rules, pause })).rejects.toMatchObject(
      {
        code: "STORE_CONFLICT",
      },
    );
    expect(pauses.slice(0, 3)).toEqual([1, 2, 3]);
  });
});

describe("recordRerun", () => {
  it("takes a run without a named check as failed", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    const [version] = await store.listVersions(within(sampleScope), [id]);
    if (version === undefined) throw new Error("no version");
    const facts = { passed: true, mistakeRepeated: false, runId: "r", traceId: "t", now: NOW };
    const outcome = await recordRerun({
      store,
      buildSearchDocument: rules.buildSearchDocument,
      version,
      ...facts,
    });
    expect(outcome).toMatchObject({ status: "quarantined", reasons: ["its first re-run failed"] });
  });

  it("keeps the result of a replaced version from its successor", async () => {
    const store = memoryStore();
    await publish(store, run(1));
    await publish(store, run(2, { content: asked("x") }));
    const outcome = await activate(store, 1);
    expect(outcome.status).toBe("active");
    expect(await headOf(store)).toMatchObject({ version: 2, status: "candidate" });
  });
});
