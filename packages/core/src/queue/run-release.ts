import type { Clock } from "../ports/clock.ts";
import type { ScopeFilter, Store } from "../ports/store.ts";

/**
 * Puts back what processes that have ended still hold, so that a crash costs no waiting. A lease of a process
 * nothing is known of is left alone: it runs out by itself.
 */
export async function releaseGoneLeases(
  {
    store,
    clock,
    isGone,
  }: { readonly store: Store; readonly clock: Clock; readonly isGone: (owner: string) => boolean },
  filter: ScopeFilter,
): Promise<number> {
  const leased = await store.listJobs({ filter, state: "leased" });
  const gone = new Map<string, string[]>();
  for (const { id, leaseOwner } of leased) {
    if (leaseOwner === undefined || !isGone(leaseOwner)) continue;
    gone.set(leaseOwner, [...(gone.get(leaseOwner) ?? []), id]);
  }
  let released = 0;
  for (const [owner, ids] of gone) {
    const updates = ids.map((id) => ({ id, patch: { state: "waiting" } as const }));
    released += (await store.commitJobs(owner, updates, clock.now())).size;
  }
  return released;
}
