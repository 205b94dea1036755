import type { Faults } from "../packages/core/src/io/lancedb/commit-points.ts";
import { loadNative } from "../packages/core/src/io/lancedb/native.ts";
import { openLanceStore } from "../packages/core/src/io/lancedb/open-lance-store.ts";
import type { Store } from "../packages/core/src/ports/store.ts";

/** The real store, without a loop around it, with crash points where a test wants them. */
export async function openStoreForQa(home: string, faults?: Faults): Promise<Store> {
  return openLanceStore({ home, ...(faults !== undefined && { faults }) });
}

/** Rows on disk that share their id with another row of their table, over all tables of a closed home. */
export async function countDuplicateRows(home: string): Promise<number> {
  const { lance } = await loadNative();
  const connection = await lance.connect(home);
  let duplicates = 0;
  for (const name of await connection.tableNames()) {
    const table = await connection.openTable(name);
    const rows = await table.query().select(["id"]).toArray();
    duplicates += rows.length - new Set(rows.map(({ id }) => id)).size;
  }
  connection.close();
  return duplicates;
}
