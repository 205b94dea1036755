import type { LoopCore } from "./loop-core.ts";
import { safely } from "./safely.ts";

type Pending = Pick<LoopCore, "pending" | "clock" | "report">;

/** Work that waits for something that may never come knows how to go on without it. */
const hurries = new WeakMap<Promise<unknown>, () => void>();

/** Resolves when all work that was pending at the call is settled, or after `timeoutMs`. */
export async function settlePending({ pending, clock, report }: Pending, timeoutMs: number): Promise<void> {
  if (pending.size === 0) return;
  for (const work of pending) {
    safely(
      () => hurries.get(work)?.(),
      (error) => report.error(error, "adapter"),
      undefined,
    );
  }
  const done = new AbortController();
  await Promise.race([Promise.allSettled([...pending]), clock.rest(timeoutMs, done.signal)]);
  done.abort();
}

/** Adds work of an adapter to what is waited for. A failure is told and goes no further. */
export function addPending(
  { pending, report }: Pending,
  work: Promise<unknown>,
  hurry?: (() => void) | undefined,
): void {
  const settled = work
    .then(undefined, (error: unknown) => report.error(error, "adapter"))
    .finally(() => pending.delete(settled));
  if (hurry !== undefined) hurries.set(settled, hurry);
  pending.add(settled);
}
