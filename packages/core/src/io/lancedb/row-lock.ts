import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import { and, atMost, equal, isNull, literal, or } from "./filter.ts";
import { staleMs, type TakeLock } from "./home-lock.ts";
import { insertAbsent } from "./ledger.ts";
import type { LanceTable } from "./table.ts";

/**
 * A lock as a row of `meta`, changed by compare-and-set: what works on an object store, where there are no
 * lock files. The holder moves its end forward for as long as it works.
 */
export function rowLock({
  meta,
  clock,
  ids,
}: {
  readonly meta: LanceTable;
  readonly clock: Clock;
  readonly ids: Ids;
}): TakeLock {
  return async (name) => {
    const id = `lock:${name}`;
    const owner = ids.next();
    await insertAbsent(meta, [{ id, value: null, owner: null, until: null }]);
    const write = (free: boolean, until: number) => {
      const now = clock.now();
      const where = free ? or(isNull("owner"), atMost("until", now)) : equal("owner", owner);
      return meta.commit("change a lock", (handle) =>
        handle.update({
          where: and(equal("id", id), where),
          valuesSql: { owner: literal(owner), until: literal(until) },
        }),
      );
    };
    const { rowsUpdated } = await write(true, clock.now() + staleMs);
    if (rowsUpdated !== 1) return undefined;
    const heartbeat = setInterval(() => {
      // A missed beat costs nothing: there are two more before the lock runs out.
      write(false, clock.now() + staleMs).catch(() => {});
    }, staleMs / 3);
    heartbeat.unref();
    return async () => {
      clearInterval(heartbeat);
      await write(false, 0);
    };
  };
}
