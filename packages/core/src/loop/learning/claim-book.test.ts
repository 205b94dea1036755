import { describe, expect, it } from "vitest";
import { memoryStore } from "../../io/memory/memory-store.ts";
import {
  sampleJob,
  sampleScope,
  sampleStoredClaim,
  sampleTrace,
  within,
} from "../../testing/store-samples.ts";
import { claimBook } from "./claim-book.ts";

const trace = (id: string, recordedAt: number) => sampleTrace({ id, recordedAt });
const claim = (traceId: string, at: number) => sampleStoredClaim({ id: `${traceId}#0`, traceId, at });
const ids = (claims: readonly { readonly id: string }[]) => claims.map(({ id }) => id);

describe("claimBook", () => {
  it("leaves out claims of the batch's later traces, which an attempt that was broken off has stored", async () => {
    const store = memoryStore();
    await store.addClaims([claim("t1", 1), claim("t2", 2), claim("t3", 3), claim("old", 0)]);
    const book = claimBook(store, [trace("t1", 1), trace("t2", 2), trace("t3", 3)]);
    expect(ids(await book.waitingFor(trace("t2", 2)))).toEqual(["old#0", "t1#0"]);
    expect(ids(await book.waitingFor(trace("t1", 1)))).toEqual(["old#0"]);
  });

  it("leaves out claims of younger traces that have not ended, and takes those of traces that have", async () => {
    const store = memoryStore();
    await store.addClaims([claim("open", 5), claim("ended", 6), claim("gone", 7)]);
    await store.addJobs([sampleJob({ id: "open" }), sampleJob({ id: "ended", state: "done" })]);
    const book = claimBook(store, [trace("t1", 1)]);
    expect(ids(await book.waitingFor(trace("t1", 1)))).toEqual(["ended#0", "gone#0"]);
  });

  it("knows what was decided at once, and stores it with the next flush", async () => {
    const store = memoryStore();
    const book = claimBook(store, [trace("t1", 1), trace("t2", 2)]);
    await book.add(claim("t1", 1));
    expect(ids(await book.waitingFor(trace("t2", 2)))).toEqual(["t1#0"]);
    await book.use(sampleScope, [{ id: "t1#0", skillId: "s" }]);
    expect(await book.waitingFor(trace("t2", 2))).toEqual([]);
    expect(await store.listClaims(within(sampleScope), {})).toEqual([]);
    await book.flush();
    expect(await store.listClaims(within(sampleScope), {})).toEqual([
      { ...claim("t1", 1), state: "used", skillId: "s" },
    ]);
  });

  it("gives claims as sure as earlier looks at them left them, and takes none of them for undoubted", async () => {
    const store = memoryStore();
    const doubts = (id: string, confidence: number) => [{ id, confidence }];
    await store.addClaims([
      claim("t1", 1),
      { ...claim("t2", 2), doubts: doubts("t1#0", 0.35) },
      { ...claim("t4", 4), doubts: doubts("t1#0", 0.1) },
    ]);
    const book = claimBook(store, [trace("t3", 3), trace("t4", 4)]);
    const [first, second] = await book.waitingFor(trace("t3", 3));
    expect(first?.taught).toMatchObject({ claim: { confidence: 0.35, doubted: true } });
    expect(second).toEqual({ ...claim("t2", 2), doubts: doubts("t1#0", 0.35) });
    await book.add({ ...claim("t3", 3), doubts: doubts("t2#0", 0.2) });
    const later = await book.waitingFor(trace("t4", 4));
    expect(later.map(({ taught }) => taught.kind === "root-cause" && taught.claim.confidence)).toEqual([
      0.35, 0.2, 0.7,
    ]);
  });

  it("neither meets a trace's own claims nor those of another scope", async () => {
    const store = memoryStore();
    await store.addClaims([claim("t1", 1), { ...claim("t0", 0), scope: { ...sampleScope, user: "a" } }]);
    const book = claimBook(store, [trace("t1", 1)]);
    expect(await book.waitingFor(trace("t1", 1))).toEqual([]);
    expect((await book.find(sampleScope, "t1#0"))?.state).toBe("waiting");
  });
});
