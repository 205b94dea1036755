import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import type { Store } from "../ports/store.ts";
import { learnedVersion, NOW, sampleContent, sampleLesson, sampleUse } from "../testing/library-samples.ts";
import { sampleRow, sampleScope, sampleTrace, within } from "../testing/store-samples.ts";
import { errorSignature } from "../text/error-signature/error-signature.ts";
import { skillIdOf } from "../text/scope-key.ts";
import { callSkeleton } from "../text/shell/command-skeleton.ts";
import type { SkillHead, SkillVersion } from "../types/skill.ts";
import type { Trace } from "../types/trace.ts";
import type { Verdict } from "../types/verdict.ts";
import { recordTraceEvidence } from "./run-evidence.ts";
import { publishLessons } from "./run-publish.ts";
import { trackTransientSkills } from "./run-transients.ts";

const id = skillIdOf(sampleScope, "git-push-upstream");
const buildSearchDocument = () => "document";
const allow: Verdict = { decision: "allow", reasons: [] };

async function storeWith(head: Partial<SkillHead> = {}, version: Partial<SkillVersion> = {}): Promise<Store> {
  const store = memoryStore();
  const served = learnedVersion(version);
  await store.addVersions([served]);
  const row = sampleRow({ name: "git-push-upstream", ...head });
  await store.writeHeads([{ row: { ...row, served }, expectedRev: null }]);
  return store;
}

const used = (run: number, fields: Partial<Trace> = {}): Trace =>
  sampleTrace({
    id: `trace-${run}`,
    runId: `run-${run}`,
    steps: [],
    shown: [{ skillId: id, name: "git-push-upstream", version: 1, when: "task" }],
    used: ["git-push-upstream"],
    signals: [{ source: "test", outcome: "success", check: "npm test" }],
    recordedAt: NOW + run,
    ...fields,
  });
const record = (store: Store, ...traces: readonly Trace[]) =>
  recordTraceEvidence({ store, traces, now: NOW + 100, buildSearchDocument });
const head = async (store: Store) => (await store.findHeads(within(sampleScope), { ids: [id] }))[0]?.head;
const stats = async (store: Store) =>
  (await store.listStats(within(sampleScope), [id])).map(({ lastUsedAt: _at, ...rest }) => rest);

describe("recordTraceEvidence", () => {
  it("promotes a candidate by three independent verified uses, in one batch or several", async () => {
    const [batch, single] = [await storeWith(), await storeWith()];
    await record(batch, used(1), used(2), used(3));
    for (const run of [1, 2, 3]) await record(single, used(run));
    for (const store of [batch, single]) {
      expect(await head(store)).toMatchObject({ status: "active", reasons: ["3 independent verified uses"] });
      const [event] = await store.listEvents(within(sampleScope), { limit: 1 });
      expect(event).toMatchObject({ type: "status", subject: "git-push-upstream" });
    }
  });

  it("counts shown and used once a run, not twice when repeated, and nothing that the agent says of single lines", async () => {
    const store = await storeWith();
    const mark = { skillId: id, bulletId: "b2", verdict: "helpful" } as const;
    const shownTwice = used(1, {
      shown: [
        ...used(1).shown,
        { ...used(1).shown[0], when: "error", callId: "c" } as Trace["shown"][number],
      ],
      bulletFeedback: [mark, mark, { ...mark, bulletId: "no such line" }],
    });
    await record(store, shownTwice);
    await record(store, shownTwice);
    expect(await stats(store)).toEqual([{ skillId: id, shown: 1, used: 1, helpful: 0, harmful: 0 }]);
    expect(await store.listEvidence(within(sampleScope), {})).toHaveLength(1);
  });

  it("counts a shown skill that was not used, and makes no evidence of it", async () => {
    const store = await storeWith();
    await record(store, used(1, { used: [] }));
    expect(await stats(store)).toEqual([{ skillId: id, shown: 1, used: 0, helpful: 0, harmful: 0 }]);
    expect(await store.listEvidence(within(sampleScope), {})).toEqual([]);
  });

  it("demotes an active skill that keeps failing", async () => {
    const store = await storeWith({ status: "active" });
    await store.addEvidence([sampleUse(99, { kind: "rerun", at: NOW })]);
    const failing = (run: number) =>
      used(run, { signals: [{ source: "test", outcome: "failure", check: "c" }] });
    await record(store, failing(1), failing(2));
    expect((await head(store))?.status).toBe("active");
    await record(store, failing(3));
    expect(await head(store)).toMatchObject({ status: "quarantined", reasons: ["3 of 4 outcomes failed"] });
  });

  it("leaves re-runs out: they are evidence for their version by another way", async () => {
    const store = await storeWith();
    const rerunOf = { jobId: "j", skillId: id, version: 1 };
    await record(store, used(1, { rerunOf }), used(2, { rerunOf }), used(3, { rerunOf }));
    expect(await store.listEvidence(within(sampleScope), {})).toEqual([]);
    expect(await stats(store)).toEqual([]);
  });

  it("keeps the evidence for a version with that version", async () => {
    const store = await storeWith({ version: 2, latest: 2 }, { version: 2 });
    await store.addVersions([learnedVersion()]);
    await record(store, used(1), used(2), used(3));
    expect(await head(store)).toMatchObject({ version: 2, status: "candidate" });
    const rows = await store.listEvidence(within(sampleScope), {});
    expect(rows.map(({ version }) => version)).toEqual([1, 1, 1]);
  });

  it("makes no evidence for a version that does not exist yet: it starts on trial like any other", async () => {
    const store = await storeWith();
    const shown = [{ ...used(1).shown[0], version: 2 } as Trace["shown"][number]];
    await record(store, used(1, { shown }), used(2, { shown }), used(3, { shown }));
    expect(await store.listEvidence(within(sampleScope), {})).toEqual([]);
    expect(await stats(store)).toEqual([]);
    const entries = [{ lesson: sampleLesson({ key: "lesson of git-push-upstream" }), verdict: allow }];
    const mergeLesson = () => sampleContent({ description: "Newer." });
    const gate = () => allow;
    await publishLessons({ store, buildSearchDocument, entries, mergeLesson, gate, now: NOW + 50 });
    expect(await head(store)).toMatchObject({ version: 2, status: "candidate" });
    // Nor later, from a run that was recorded before the version was made.
    await record(store, used(4, { shown }), used(5, { shown }), used(6, { shown }));
    expect(await head(store)).toMatchObject({ version: 2, status: "candidate" });
    const after = { shown, recordedAt: NOW + 60 };
    await record(store, used(7, after), used(8, after), used(9, after));
    expect(await head(store)).toMatchObject({ version: 2, status: "active" });
  });

  it("takes no version for stored that a dying write left behind without a head", async () => {
    const store = await storeWith();
    await store.addVersions([learnedVersion({ version: 2 })]);
    const shown = [{ ...used(1).shown[0], version: 2 } as Trace["shown"][number]];
    await record(store, used(1, { shown }));
    expect(await store.listEvidence(within(sampleScope), {})).toEqual([]);
  });

  it("counts the runs of several users that all call theirs run-1", async () => {
    const store = await storeWith();
    const byUser = (user: string, run: number) =>
      used(run, { runId: "run-1", scope: { project: "billing", user } });
    await record(store, byUser("a", 1), byUser("b", 2), byUser("c", 3));
    expect(await store.listEvidence(within(sampleScope), {})).toHaveLength(3);
    expect((await head(store))?.status).toBe("active");
  });

  it("DB9: lets no run bear on a skill of another user", async () => {
    const scope = { project: "billing", user: "b" };
    const store = memoryStore();
    const served = learnedVersion({ scope });
    const row = sampleRow({ name: "git-push-upstream", scope });
    await store.writeHeads([{ row: { ...row, served }, expectedRev: null }]);
    const shown = [{ skillId: served.skillId, name: "git-push-upstream", version: 1, when: "task" as const }];
    const foreign = [1, 2, 3].map((run) => used(run, { scope: { project: "billing", user: "a" }, shown }));
    await record(store, ...foreign);
    expect(await store.listEvidence(within(sampleScope), {})).toEqual([]);
    expect((await store.listHeads(within(sampleScope)))[0]?.head.status).toBe("candidate");
  });

  it("has nothing to say of a skill that was removed since", async () => {
    const store = memoryStore();
    await record(store, used(1));
    expect(await store.listEvidence(within(sampleScope), {})).toEqual([]);
  });

  it("loses no use when several workers record at once", async () => {
    const store = await storeWith();
    await Promise.all(Array.from({ length: 12 }, (_unused, run) => record(store, used(run))));
    expect((await head(store))?.status).toBe("trusted");
    expect(await stats(store)).toEqual([{ skillId: id, shown: 12, used: 12, helpful: 0, harmful: 0 }]);
  });

  it("decides again when another writer was faster", async () => {
    const store = await storeWith();
    let lost = 0;
    const losing: Store = {
      ...store,
      writeHeads: async (writes) => {
        lost += 1;
        return lost < 3 ? new Set(writes.map(({ row }) => row.head.id)) : store.writeHeads(writes);
      },
    };
    await record(losing, used(1), used(2), used(3));
    expect((await head(store))?.status).toBe("active");
    expect(lost).toBe(3);
  });

  describe("of a transient skill", () => {
    const refused = "connect ECONNREFUSED 10.0.0.1:443";
    const call = { kind: "tool", tool: "mcp_invoke", turn: 0, input: { server: "a", tool: "b" } } as const;
    const failed = { ...call, callId: "c1", outcome: "tool-error", error: refused } as const;
    const worked = { ...call, callId: "c2", outcome: "ok" } as const;
    const mistake = {
      tool: "mcp_invoke",
      skeleton: callSkeleton("mcp_invoke", call.input),
      signature: errorSignature(refused).text,
    };
    const version = { content: sampleContent({ mistake }), expiresAt: NOW + 1_000_000 };
    const plain = (run: number, steps: Trace["steps"]) =>
      used(run, { shown: [], used: [], steps, signals: [] });
    const recordWithTransients = async (store: Store, ...traces: readonly Trace[]) => {
      const transients = await trackTransientSkills({ store }, within(sampleScope))();
      return recordTraceEvidence({ store, traces, now: NOW + 100, buildSearchDocument, transients });
    };

    it("ME5: retires it by one run in which the same call went well", async () => {
      const store = await storeWith({ reasons: ["transient: ends"] }, version);
      await store.addEvidence([sampleUse(1, { kind: "origin" }), sampleUse(2, { kind: "origin" })]);
      await recordWithTransients(store, plain(3, [failed, worked]));
      expect((await head(store))?.status).toBe("candidate");
      await recordWithTransients(store, plain(4, [worked]));
      expect((await head(store))?.status).toBe("retired");
    });

    it("ME5: keeps track of such skills as they come and go, without reading the library each time", async () => {
      const store = await storeWith();
      let reads = 0;
      const counting: Store = {
        ...store,
        readLibrary: async (...parameters) => {
          const delta = await store.readLibrary(...parameters);
          reads += delta.changed.length;
          return delta;
        },
      };
      const track = trackTransientSkills({ store: counting }, within(sampleScope));
      expect(await track()).toEqual([]);
      const content = { ...version.content, name: "refused" };
      const transient = learnedVersion({ ...version, content, skillId: skillIdOf(sampleScope, "refused") });
      const row = sampleRow({
        name: "refused",
        reasons: ["transient: waits for a second run"],
        status: "quarantined",
      });
      await store.writeHeads([{ row: { ...row, served: transient }, expectedRev: null }]);
      expect(await track()).toEqual([transient]);
      expect(await track()).toEqual([transient]);
      expect(reads).toBe(2);
      await store.removeSkills(within(sampleScope), [transient.skillId]);
      expect(await track()).toEqual([]);
    });

    it("ME5: takes no success for a disproof in which the skill itself was there to help", async () => {
      const store = await storeWith({ reasons: ["transient: ends"] }, version);
      await store.addEvidence([sampleUse(1, { kind: "origin" }), sampleUse(2, { kind: "origin" })]);
      await recordWithTransients(store, { ...plain(3, [worked]), shown: used(3).shown });
      expect((await head(store))?.status).toBe("candidate");
    });
  });
});
