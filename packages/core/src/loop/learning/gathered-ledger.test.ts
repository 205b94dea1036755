import { describe, expect, it } from "vitest";
import { memoryStore } from "../../io/memory/memory-store.ts";
import { manualClock } from "../../testing/manual-clock.ts";
import { sampleModelCall, sampleScope, within } from "../../testing/store-samples.ts";
import type { ModelCall } from "../../types/model-call.ts";
import { gatheredLedger } from "./gathered-ledger.ts";

const all = within(sampleScope);

function world({ failures = 0 } = {}) {
  const store = memoryStore();
  const clock = manualClock();
  const told: unknown[] = [];
  const writes: number[] = [];
  let left = failures;
  const ledger = gatheredLedger({
    ledger: {
      sumModelCalls: store.sumModelCalls,
      async addModelCalls(rows: readonly ModelCall[]) {
        writes.push(rows.length);
        left -= 1;
        if (left >= 0) throw new Error("disk");
        await store.addModelCalls(rows);
      },
    },
    clock,
    onError: (error) => told.push(error),
  });
  return { ledger, store, clock, told, writes };
}

describe("gatheredLedger", () => {
  it("lets no answer wait, and writes many rows at once", async () => {
    const { ledger, writes, clock } = world();
    for (const id of ["1", "2", "3"]) await ledger.addModelCalls([sampleModelCall({ id })]);
    expect(writes).toEqual([]);
    await clock.advance(200);
    await ledger.settled();
    expect(writes).toEqual([3]);
  });

  it("has every row in a sum, also those that are not stored yet", async () => {
    const { ledger } = world();
    await ledger.addModelCalls([sampleModelCall({ id: "1" }), sampleModelCall({ id: "2" })]);
    expect((await ledger.sumModelCalls(all, {})).reflect?.calls).toBe(2);
  });

  it("has stored everything when it is settled, what came meanwhile included", async () => {
    const { ledger, store } = world();
    await ledger.addModelCalls([sampleModelCall({ id: "1" })]);
    const settling = ledger.settled();
    await ledger.addModelCalls([sampleModelCall({ id: "2" })]);
    await settling;
    expect((await store.sumModelCalls(all, {})).reflect?.calls).toBe(2);
    await ledger.settled();
  });

  it("tells of a store that fails, and gives it the rows again", async () => {
    const { ledger, store, told } = world({ failures: 2 });
    await ledger.addModelCalls([sampleModelCall({ id: "1" })]);
    await ledger.settled();
    expect(told).toHaveLength(2);
    await ledger.addModelCalls([sampleModelCall({ id: "2" })]);
    await ledger.settled();
    expect((await store.sumModelCalls(all, {})).reflect?.calls).toBe(2);
  });
});
