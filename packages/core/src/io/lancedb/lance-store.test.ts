import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { storeContract } from "../../testing/store-contract.ts";
import { openLanceStore } from "./open-lance-store.ts";

storeContract({
  name: "LanceDB",
  open: async () => {
    const home = await mkdtemp(join(tmpdir(), "skillloop-store-"));
    let store = await openLanceStore({ home });
    return {
      store,
      reopen: async () => {
        await store.close();
        store = await openLanceStore({ home });
        return store;
      },
      dispose: async () => {
        await store.close();
        await rm(home, { recursive: true, force: true });
      },
    };
  },
});
