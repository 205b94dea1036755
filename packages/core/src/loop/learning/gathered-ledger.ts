import type { Clock } from "../../ports/clock.ts";
import type { ModelLedger } from "../../ports/model-ledger.ts";
import type { ModelCall } from "../../types/model-call.ts";

/** Milliseconds for which rows gather. */
const GATHER_MS = 200;
/** Rows that are kept for another try while the store fails; they are of no use to anybody who learns. */
const MOST_KEPT = 1_000;

export interface GatheredLedger extends Pick<ModelLedger, "addModelCalls" | "sumModelCalls"> {
  /** Resolves when what was added is stored, or could not be. Never rejects. */
  settled(): Promise<void>;
}

/**
 * The ledger for one process: rows gather for a moment, and no answer waits for its own. Sums have all of them. A process that
 * is killed loses the rows of the last fifth of a second; a store that fails is told of, and is given them again.
 */
export function gatheredLedger({
  ledger,
  clock,
  onError,
}: {
  readonly ledger: Pick<ModelLedger, "addModelCalls" | "sumModelCalls">;
  readonly clock: Pick<Clock, "rest">;
  readonly onError: (error: unknown) => void;
}): GatheredLedger {
  let rows: ModelCall[] = [];
  let hurry = new AbortController();
  let writing: Promise<void> | undefined;

  const write = async (): Promise<void> => {
    const batch = rows;
    rows = [];
    if (batch.length === 0) return;
    try {
      await ledger.addModelCalls(batch);
    } catch (error) {
      onError(error);
      rows = [...batch, ...rows].slice(-MOST_KEPT);
    }
  };
  const begin = (): Promise<void> => {
    writing ??= clock
      .rest(GATHER_MS, hurry.signal)
      .then(write)
      .finally(() => {
        writing = undefined;
      });
    return writing;
  };
  const settled = async (): Promise<void> => {
    // Twice: what came while one write was under way is not in it.
    for (let round = 0; round < 2 && (writing !== undefined || rows.length > 0); round += 1) {
      const done = begin();
      hurry.abort();
      await done;
      hurry = new AbortController();
    }
  };

  return {
    async addModelCalls(added) {
      rows.push(...added);
      void begin();
    },
    async sumModelCalls(filter, query) {
      await settled();
      return ledger.sumModelCalls(filter, query);
    },
    settled,
  };
}
