import type { Store } from "../ports/store.ts";

/** One opened store of a test. `reopen`, where the store outlives its object, closes it and opens it again. */
export interface StoreUnderTest {
  readonly store: Store;
  reopen?(): Promise<Store>;
  dispose(): Promise<void>;
}
