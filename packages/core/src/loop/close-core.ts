import type { LoopCore } from "./loop-core.ts";
import { ours } from "./our-errors.ts";

/** Closes the store and then the embedder, and waits for neither longer than `budgetMs`. */
export async function closeCore(
  { store, embedding, clock }: Pick<LoopCore, "store" | "embedding" | "clock">,
  budgetMs: number,
): Promise<void> {
  const closed = new AbortController();
  const closing = ours(async () => {
    try {
      await store.close();
    } finally {
      await embedding.close();
    }
  });
  await Promise.race([closing, clock.sleep(budgetMs, closed.signal)]);
  closed.abort();
}
