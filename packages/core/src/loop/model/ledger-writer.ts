import type { ModelLedger } from "../../ports/model-ledger.ts";
import type { ModelCall } from "../../types/model-call.ts";

interface Batch {
  readonly rows: ModelCall[];
  readonly written: Promise<void>;
}

/** Writes rows, one commit at a time; what comes meanwhile goes into the next. Resolves when the row is stored. */
export function ledgerWriter(ledger: Pick<ModelLedger, "addModelCalls">): (row: ModelCall) => Promise<void> {
  let before: Promise<void> = Promise.resolve();
  let open: Batch | undefined;
  return (row) => {
    if (open === undefined) {
      const rows: ModelCall[] = [];
      const written = before.then(() => {
        open = undefined;
        return ledger.addModelCalls(rows);
      });
      before = written.catch(() => {});
      open = { rows, written };
    }
    open.rows.push(row);
    return open.written;
  };
}
