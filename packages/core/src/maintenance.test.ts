import { describe, expect, it } from "vitest";
import { memoryStore } from "./io/memory/memory-store.ts";
import { tidyLibrary } from "./maintenance.ts";
import { manualClock } from "./testing/manual-clock.ts";
import { sampleEntry, sampleModelCall, sampleScope, within } from "./testing/store-samples.ts";

const DAY_MS = 86_400_000;
const all = within(sampleScope);

async function tidied(traceRetentionDays: number) {
  const store = memoryStore();
  const clock = manualClock(100 * DAY_MS);
  for (const age of [0, 1, 3, 89, 91]) {
    const at = clock.now() - age * DAY_MS;
    const { trace, job } = sampleEntry(`t${age}`);
    await store.addTraces([{ trace: { ...trace, recordedAt: at }, job }]);
    await store.addModelCalls([sampleModelCall({ id: `m${age}`, at })]);
  }
  await tidyLibrary({ store, clock, owner: "test" }, { scope: sampleScope, traceRetentionDays });
  const traces = await store.listTraces(all, { limit: 10 });
  return { traces: traces.length, calls: (await store.sumModelCalls(all, {})).reflect?.calls };
}

describe("tidyLibrary", () => {
  it("forgets runs, and what models were asked, past their retention", async () => {
    expect(await tidied(90)).toEqual({ traces: 4, calls: 4 });
  });

  it("keeps what today's budget counts, however short the retention is", async () => {
    expect(await tidied(0.5)).toEqual({ traces: 1, calls: 2 });
  });
});
