import { expect, it } from "vitest";
import type { ScopeFilter, Store } from "../ports/store.ts";
import type { Scope } from "../types/scope.ts";
import {
  creation,
  exact,
  sampleEntry,
  sampleEvent,
  sampleEvidence,
  sampleJob,
  sampleModelCall,
  sampleStoredClaim,
  sampleVersion,
  visible,
  within,
} from "./store-samples.ts";
import type { StoreUnderTest } from "./store-under-test.ts";

const sampleEmbedder = { embedder: "e", dimension: 2, moving: false } as const;
const claimFields = { kind: "trace", owner: "o", limit: 1, now: 1, leaseMs: 1 } as const;

/** Every call of the port that names a scope, by method. */
const scopedCalls: readonly [string, (store: Store, filter: ScopeFilter) => Promise<unknown>][] = [
  ["addTraces", (store, { scope }) => store.addTraces([misplaced(sampleEntry("t"), scope)])],
  ["getTraces", (store, filter) => store.getTraces(filter, ["t"])],
  ["listTraces", (store, filter) => store.listTraces(filter, { limit: 1 })],
  ["deleteTraces", (store, filter) => store.deleteTraces(filter, ["t"])],
  ["addJobs", (store, { scope }) => store.addJobs([{ ...sampleJob({ id: "j" }), scope }])],
  ["claimJobs", (store, filter) => store.claimJobs({ filter, ...claimFields })],
  ["listJobs", (store, filter) => store.listJobs({ filter })],
  ["countJobs", (store, filter) => store.countJobs(filter)],
  ["requeueJobs", (store, filter) => store.requeueJobs(filter, "dead", 1)],
  ["deleteJobs", (store, filter) => store.deleteJobs(filter, ["j"])],
  ["addVersions", (store, { scope }) => store.addVersions([{ ...sampleVersion({ name: "s" }), scope }])],
  ["listVersions", (store, filter) => store.listVersions(filter, ["s"])],
  ["replaceReruns", (store, filter) => store.replaceReruns(filter, [{ skillId: "s", version: 1 }])],
  ["writeHeads", (store, { scope }) => store.writeHeads([headIn(scope)])],
  ["findHeads", (store, filter) => store.findHeads(filter, { names: ["s"] })],
  ["listHeads", (store, filter) => store.listHeads(filter)],
  ["listVectorStates", (store, filter) => store.listVectorStates(filter, {})],
  ["readEmbedder", (store, { scope }) => store.readEmbedder(scope)],
  ["recordEmbedder", (store, { scope }) => store.recordEmbedder(scope, sampleEmbedder, undefined)],
  ["removeSkills", (store, filter) => store.removeSkills(filter, ["s"])],
  ["readLibrary", (store, filter) => store.readLibrary(filter)],
  [
    "addEvidence",
    (store, { scope }) => store.addEvidence([{ ...sampleEvidence({ id: "e", skillId: "s" }), scope }]),
  ],
  ["listEvidence", (store, filter) => store.listEvidence(filter, {})],
  ["deleteEvidence", (store, filter) => store.deleteEvidence(filter, ["e"])],
  ["addEvents", (store, { scope }) => store.addEvents([{ ...sampleEvent({ id: "v" }), scope }])],
  ["listEvents", (store, filter) => store.listEvents(filter, { limit: 1 })],
  ["deleteEvents", (store, filter) => store.deleteEvents(filter, {})],
  ["addClaims", (store, { scope }) => store.addClaims([{ ...sampleStoredClaim({ id: "t#0" }), scope }])],
  ["listClaims", (store, filter) => store.listClaims(filter, {})],
  ["useClaims", (store, filter) => store.useClaims(filter, [{ id: "t#0", skillId: "s" }])],
  ["addModelCalls", (store, { scope }) => store.addModelCalls([{ ...sampleModelCall({ id: "m" }), scope }])],
  ["deleteModelCalls", (store, filter) => store.deleteModelCalls(filter, { before: 1 })],
  ["sumModelCalls", (store, filter) => store.sumModelCalls(filter, {})],
  ["bumpStats", (store, { scope }) => store.bumpStats([{ scope, skillId: "s", shown: 1 }], 1)],
  ["listStats", (store, filter) => store.listStats(filter)],
];

function misplaced(entry: ReturnType<typeof sampleEntry>, scope: Scope) {
  return { trace: { ...entry.trace, scope }, job: entry.job };
}

function headIn(scope: Scope) {
  const write = creation({ name: "s" });
  return { ...write, row: { ...write.row, head: { ...write.row.head, scope } } };
}

const notScopes: readonly unknown[] = [undefined, {}, { project: "" }, { project: "p", user: "" }];

export function scopeContract(current: () => StoreUnderTest): void {
  it.each(scopedCalls)("DB9: %s without a project throws INVALID_SCOPE", async (_name, call) => {
    for (const scope of notScopes) {
      const filter = { scope, reach: "visible" } as unknown as ScopeFilter;
      await expect(call(current().store, filter)).rejects.toMatchObject({ code: "INVALID_SCOPE" });
    }
  });

  it("DB9: a filter that is missing, or names no reach, throws INVALID_SCOPE", async () => {
    const { store } = current();
    const noReach = { scope: { project: "p" } } as unknown as ScopeFilter;
    for (const filter of [undefined as unknown as ScopeFilter, noReach]) {
      await expect(store.listHeads(filter)).rejects.toMatchObject({ code: "INVALID_SCOPE" });
    }
  });

  it("reaches exact, visible and narrower scopes as the port says", async () => {
    const { store } = current();
    const scopes: Readonly<Record<string, Scope>> = {
      project: { project: "p" },
      agent: { project: "p", agent: "a" },
      user: { project: "p", user: "u" },
      both: { project: "p", agent: "a", user: "u" },
      otherUser: { project: "p", user: "it's * another" },
      otherProject: { project: "q", agent: "a", user: "u" },
    };
    for (const [name, scope] of Object.entries(scopes)) await store.writeHeads([creation({ name, scope })]);
    const names = async (filter: ScopeFilter) =>
      (await store.listHeads(filter)).map(({ head }) => head.name).sort();

    expect(await names(exact({ project: "p" }))).toEqual(["project"]);
    expect(await names(exact({ project: "p", user: "it's * another" }))).toEqual(["otherUser"]);
    expect(await names(visible({ project: "p" }))).toEqual(["project"]);
    expect(await names(visible({ project: "p", user: "u" }))).toEqual(["project", "user"]);
    expect(await names(visible({ project: "p", agent: "a", user: "u" }))).toEqual([
      "agent",
      "both",
      "project",
      "user",
    ]);
    expect(await names(within({ project: "p" }))).toEqual(["agent", "both", "otherUser", "project", "user"]);
    expect(await names(within({ project: "p", agent: "a" }))).toEqual(["agent", "both"]);
    expect(await names(within({ project: "p", user: "u" }))).toEqual(["both", "user"]);
  });
}
