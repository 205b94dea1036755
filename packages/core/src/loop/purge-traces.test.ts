import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { systemClock } from "../io/system-clock.ts";
import { publishLessons } from "../library/run-publish.ts";
import type { Store } from "../ports/store.ts";
import { sampleContent, sampleLesson } from "../testing/library-samples.ts";
import { sampleEntry, sampleScope, sampleStoredClaim, within } from "../testing/store-samples.ts";
import type { Lesson } from "../types/lesson.ts";
import { libraryTools } from "./library-tools.ts";
import { createReporter } from "./loop-core.ts";
import { type PurgePorts, purgeTraces } from "./purge-traces.ts";

const all = within(sampleScope);

function portsOf(store: Store, errors: string[] = []): PurgePorts {
  const report = createReporter({ onError: (error) => errors.push(error.code) });
  return { store, clock: systemClock(), owner: "test", report };
}

async function learn(store: Store, traceId: string, fields: Partial<Lesson> = {}): Promise<void> {
  const ports = portsOf(store);
  await store.addTraces([sampleEntry(traceId, fields.scope ?? sampleScope)]);
  const lesson = sampleLesson({ traceId, runId: traceId, ...fields });
  const verdict = { decision: "allow", reasons: [] } as const;
  await publishLessons({
    ...libraryTools(ports),
    entries: [{ lesson, verdict }],
    mergeLesson: (existing) => existing,
    gate: () => verdict,
    now: ports.clock.now(),
  });
}
const names = async (store: Store) => (await store.listHeads(all)).map(({ head }) => head.name);

describe("purgeTraces", () => {
  it("forgets with everything what was learned of runs that retention dropped before", async () => {
    const store = memoryStore();
    await learn(store, "old-1");
    await learn(store, "old-2");
    await learn(store, "new", { key: "other", content: sampleContent({ name: "other" }) });
    await store.deleteTraces(all, ["old-1", "old-2"]);
    const report = await purgeTraces(portsOf(store), sampleScope, { all: true });
    expect(report.traces).toBe(1);
    expect([...report.skills].sort()).toEqual(["git-push-upstream", "other"]);
    expect(await names(store)).toEqual([]);
    expect(await store.listEvidence(all, {})).toEqual([]);
  });

  it("forgets what a run taught that went before its claims did, and no younger one's", async () => {
    const store = memoryStore();
    const claims = [1, 2, 3].map((at) => sampleStoredClaim({ id: `t${at}#0`, traceId: `t${at}`, at }));
    await store.addClaims(claims);
    await purgeTraces(portsOf(store), sampleScope, { before: 3 });
    expect(await store.listClaims(all, {})).toEqual(claims.slice(2));
    await purgeTraces(portsOf(store), { project: "shop" }, { all: true });
    expect(await store.listClaims(all, {})).toHaveLength(1);
    await purgeTraces(portsOf(store), sampleScope, { all: true });
    expect(await store.listClaims(all, {})).toEqual([]);
  });

  it("leaves no event that quotes a forgotten run or names what it taught", async () => {
    const store = memoryStore();
    await learn(store, "one");
    await learn(store, "two", { key: "other", content: sampleContent({ name: "other" }) });
    const told = (id: string, subject: string) => ({
      id,
      scope: sampleScope,
      type: "status",
      subject,
      detail: "",
      at: 1,
    });
    await store.addEvents([
      told("status:s:2", "git-push-upstream"),
      told("publish:one:3", "never-published"),
      told("principles:1:x", "principles"),
    ]);
    await purgeTraces(portsOf(store), sampleScope, { traceIds: ["one"] });
    const subjects = async () => (await store.listEvents(all, { limit: 9 })).map(({ subject }) => subject);
    expect((await subjects()).sort()).toEqual(["other", "principles"]);
    await purgeTraces(portsOf(store), sampleScope, { all: true });
    expect(await subjects()).toEqual([]);
  });

  it("DB9: leaves what another user's runs taught, also when everything of one user goes", async () => {
    const store = memoryStore();
    const [a, b] = ["a", "b"].map((user) => ({ project: "billing", user }));
    if (a === undefined || b === undefined) throw new Error("no scopes");
    await learn(store, "of-a", { scope: a });
    await learn(store, "of-b", { scope: b });
    await store.deleteTraces(all, ["of-a", "of-b"]);
    await purgeTraces(portsOf(store), a, { all: true });
    expect((await store.listHeads(all)).map(({ head }) => head.scope)).toEqual([b]);
  });

  it("forgets a skill when its runs are purged one after the other", async () => {
    const store = memoryStore();
    await learn(store, "one");
    await learn(store, "two");
    const purge = (id: string) => purgeTraces(portsOf(store), sampleScope, { traceIds: [id] });
    expect((await purge("one")).skills).toEqual([]);
    expect((await purge("two")).skills).toEqual(["git-push-upstream"]);
    expect(await names(store)).toEqual([]);
  });

  it("compacts the store afterwards, and is done even when that fails", async () => {
    const store = memoryStore();
    const asked: unknown[] = [];
    const failing: Store = {
      ...store,
      maintain: async (options) => {
        asked.push(options);
        throw new Error("busy");
      },
    };
    const errors: string[] = [];
    await purgeTraces(portsOf(failing, errors), sampleScope, { traceIds: ["unknown"] });
    expect(asked).toEqual([]);
    await learn(store, "one");
    const report = await purgeTraces(portsOf(failing, errors), sampleScope, { traceIds: ["one"] });
    expect(report).toEqual({ traces: 1, skills: ["git-push-upstream"] });
    expect(asked).toEqual([{ force: true }]);
    expect(errors).toEqual(["INTERNAL"]);
  });
});
