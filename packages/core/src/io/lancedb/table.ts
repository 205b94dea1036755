import { setTimeout as sleep } from "node:timers/promises";
import type { Table as ArrowTable } from "apache-arrow";
import { serial } from "../serial.ts";
import { isCommitConflict, isVanishedFile, storeError } from "../store-error.ts";
import type { Condition } from "./filter.ts";
import type { LanceTableHandle } from "./native.ts";
import type { TableName } from "./schemas.ts";

/** A row as it goes to disk. Never `undefined`: LanceDB turns that into an empty text or a zero. */
export type DiskRow = Readonly<Record<string, string | number | boolean | Uint8Array | null>>;

export interface TableQuery {
  readonly where?: Condition | undefined;
  readonly columns?: readonly string[];
  readonly orderBy?: { readonly column: string; readonly ascending: boolean };
  readonly limit?: number;
}

export interface LanceTable {
  readonly name: TableName;
  readonly handle: LanceTableHandle;
  /** The latest rows, those of other processes included, as plain objects with plain numbers. */
  read<Row>(query: TableQuery): Promise<Row[]>;
  /** The same as columns, for reads of many rows of which few are looked into. */
  scan(query: TableQuery): Promise<ArrowTable>;
  /** Moves to the latest version and says which it is: 0.05 ms on a local disk. */
  latestVersion(): Promise<number>;
  /** Runs a commit, again when it lost a race. Afterwards the rows outlive a killed process. */
  commit<T>(doing: string, write: (handle: LanceTableHandle) => Promise<T>): Promise<T>;
  /** Runs tasks that read and then write one after the other, so that they do not race within the process. */
  readonly exclusive: <T>(task: () => Promise<T>) => Promise<T>;
}

export interface TableHooks {
  /** Called after each commit, before its promise resolves. */
  readonly afterCommit?: (name: TableName) => Promise<void>;
}

const commitTries = 10;

/** Rows that LanceDB hands over in one go: each time the event loop stands still while they are taken in. */
const rowsAtOnce = 2_048;

export function lanceTable({
  name,
  handle,
  hooks,
}: {
  readonly name: TableName;
  readonly handle: LanceTableHandle;
  readonly hooks: TableHooks;
}): LanceTable {
  const scanOnce = async (query: TableQuery): Promise<ArrowTable> => {
    await handle.checkoutLatest();
    let search = handle.query();
    if (query.where !== undefined) search = search.where(query.where);
    if (query.columns !== undefined) search = search.select([...query.columns]);
    if (query.orderBy !== undefined) {
      const { column, ascending } = query.orderBy;
      search = search.orderBy({ columnName: column, ascending, nullsFirst: false });
    }
    // Callers cut the result themselves; this only keeps what is read small.
    if (query.limit !== undefined && Number.isFinite(query.limit)) {
      search = search.limit(Math.max(1, Math.ceil(query.limit)));
    }
    return (await search.toArrow({ maxBatchLength: rowsAtOnce })) as unknown as ArrowTable;
  };
  const scan = async (query: TableQuery): Promise<ArrowTable> => {
    try {
      return await scanOnce(query);
    } catch (error) {
      if (!isVanishedFile(error)) throw storeError(error, `read ${name}`);
    }
    try {
      return await scanOnce(query);
    } catch (error) {
      throw storeError(error, `read ${name}`);
    }
  };
  return {
    name,
    handle,
    exclusive: serial(),
    scan,
    read: async <Row>(query: TableQuery) => plainRows<Row>(await scan(query)),
    async latestVersion() {
      try {
        await handle.checkoutLatest();
        return await handle.version();
      } catch (error) {
        throw storeError(error, `read the version of ${name}`);
      }
    },
    async commit(doing, write) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          // A delete, an update or a merge matches only the rows that its handle sees.
          await handle.checkoutLatest();
          const result = await write(handle);
          await hooks.afterCommit?.(name);
          return result;
        } catch (error) {
          if (!isCommitConflict(error) || attempt === commitTries) throw storeError(error, doing);
          // Random, so that two writers that met once do not meet again and again.
          await sleep(Math.random() * 20 * 2 ** Math.min(attempt, 6));
        }
      }
    },
  };
}

/** Copies rows out of Arrow column by column, with numbers for its 64-bit integers. */
function plainRows<Row>(table: ArrowTable): Row[] {
  const rows: Record<string, unknown>[] = Array.from({ length: table.numRows }, () => ({}));
  for (const { name } of table.schema.fields) {
    const column = table.getChild(name);
    if (column === null) continue;
    let index = 0;
    for (const value of column) {
      const row = rows[index];
      if (row !== undefined) row[name] = typeof value === "bigint" ? Number(value) : value;
      index += 1;
    }
  }
  return rows as Row[];
}

/** The first row of each id. Two processes that add one id at the same moment can leave two equal rows. */
export function distinctById<Row extends { readonly id: string }>(rows: readonly Row[]): Row[] {
  const first = new Map<string, Row>();
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row);
  return [...first.values()];
}

/** Splits a list for statements that grow with it. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}
