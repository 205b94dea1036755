import type { LoopCore } from "./loop-core.ts";

type Pending = Pick<LoopCore, "pending" | "clock" | "report">;

/** Resolves when all work that was pending at the call is settled, or after `timeoutMs`. */
export async function settlePending({ pending, clock }: Pending, timeoutMs: number): Promise<void> {
  if (pending.size === 0) return;
  const done = new AbortController();
  await Promise.race([Promise.allSettled([...pending]), clock.rest(timeoutMs, done.signal)]);
  done.abort();
}

/** Adds work of an adapter to what is waited for. A failure is told and goes no further. */
export function addPending({ pending, report }: Pending, work: Promise<unknown>): void {
  const settled = work
    .then(undefined, (error: unknown) => report.error(error, "adapter"))
    .finally(() => pending.delete(settled));
  pending.add(settled);
}
