import { describe, expect, it } from "vitest";
import { storeContract } from "../../testing/store-contract.ts";
import { sampleEntry, sampleScope, within } from "../../testing/store-samples.ts";
import { memoryStore } from "./memory-store.ts";

storeContract({
  name: "memory",
  open: async () => ({ store: memoryStore(), dispose: async () => {} }),
});

describe("memory store", () => {
  it("keeps what it was given whatever the caller does with the object afterwards", async () => {
    const store = memoryStore();
    const { trace, job } = sampleEntry("t");
    const metadata: Record<string, string> = { kept: "yes" };
    await store.addTraces([{ trace: { ...trace, metadata }, job }]);
    metadata.kept = "no";
    const [back] = await store.getTraces(within(sampleScope), ["t"]);
    expect(back?.metadata).toEqual({ kept: "yes" });
  });

  it("says that it cannot be backed up", async () => {
    await expect(memoryStore().backup("/nowhere")).rejects.toMatchObject({ code: "STORE_FAILED" });
  });
});
