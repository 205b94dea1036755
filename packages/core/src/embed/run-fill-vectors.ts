import type { Clock } from "../ports/clock.ts";
import type { ScopeFilter } from "../ports/store.ts";
import { scopeKey } from "../text/scope-key.ts";
import { type EmbedPorts, wantedVectors } from "./run-embed-ports.ts";
import { embedRows } from "./run-embed-rows.ts";
import { SKILLS_AT_ONCE } from "./run-write-vectors.ts";

export interface FillOptions {
  readonly filter: ScopeFilter;
  /** Ends it after the batch in hand. */
  readonly signal?: AbortSignal | undefined;
}

/** Where it stays, for some time, after the embedder has failed: its calls take the worker's time. */
const REST_MS = 60_000;

/**
 * Gives rows that lack them the vectors of this loop's embedder: rows written without an embedder, during an
 * outage, or with texts of an older form. Costs one look at the library's token when nothing has changed. Does
 * nothing while the project's vectors are another embedder's. Returns how many skills it embedded.
 */
export function vectorFiller(
  ports: EmbedPorts,
  clock: Pick<Clock, "monotonic">,
): (options: FillOptions) => Promise<number> {
  const filledAt = new Map<string, string>();
  let restUntil = Number.NEGATIVE_INFINITY;

  return async ({ filter, signal }) => {
    if (clock.monotonic() < restUntil) return 0;
    const key = `${filter.reach} ${scopeKey(filter.scope)}`;
    const token = await ports.store.libraryToken();
    if (filledAt.get(key) === token || (await ports.record.look()) !== undefined) return 0;
    const lacking = await ports.store.listVectorStates(filter, { lacking: wantedVectors(ports) });
    const ids = lacking.map(({ id }) => id);
    let embedded = 0;
    for (let start = 0; start < ids.length; start += SKILLS_AT_ONCE) {
      if (signal?.aborted === true) return embedded;
      const part = ids.slice(start, start + SKILLS_AT_ONCE);
      const result = await embedRows(ports, { filter, ids: part, signal }).catch((error: unknown) => {
        if (signal?.aborted === true) return undefined;
        throw error;
      });
      if (result === undefined) return embedded;
      embedded += result.embedded;
      if (result.outage !== undefined) {
        restUntil = clock.monotonic() + REST_MS;
        return embedded;
      }
      if (ports.record.mismatch !== undefined) return embedded;
    }
    // Of before: what was written meanwhile is looked at again.
    if (filledAt.size > 1_000) filledAt.clear();
    filledAt.set(key, token);
    return embedded;
  };
}
