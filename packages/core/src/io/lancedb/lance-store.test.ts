import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract } from "../../testing/store-contract.ts";
import { openLanceStore } from "./open-lance-store.ts";

storeContract({
  name: "LanceDB",
  open: async () => {
    const home = await mkdtemp(join(tmpdir(), "skillloop-store-"));
    const remove = () => rm(home, { recursive: true, force: true });
    let store = await openLanceStore({ home }).catch(async (error: unknown) => {
      await remove();
      throw error;
    });
    return {
      store,
      reopen: async () => {
        await store.close();
        store = await openLanceStore({ home });
        return store;
      },
      dispose: async () => {
        try {
          await store.close();
        } finally {
          await remove();
        }
      },
    };
  },
});
