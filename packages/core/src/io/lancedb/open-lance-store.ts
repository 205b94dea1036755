import { SkillLoopError } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Store } from "../../ports/store.ts";
import { type HomePlace, homePlace, prepareHomeFolder } from "../home-folder.ts";
import { randomIds } from "../random-ids.ts";
import { storeError } from "../store-error.ts";
import { systemClock } from "../system-clock.ts";
import { backupHome } from "./backup.ts";
import { changeStamps } from "./change-stamp.ts";
import { lanceClaims } from "./claims.ts";
import type { Faults } from "./commit-points.ts";
import { fsyncAfterCommit } from "./durability.ts";
import { lanceEmbedders } from "./embedder-records.ts";
import { lanceHeads } from "./heads.ts";
import { folderLock, homeLock } from "./home-lock.ts";
import { traceInbox } from "./inbox.ts";
import { lanceJobs } from "./jobs.ts";
import { lanceLedger } from "./ledger.ts";
import { lanceLibrary } from "./library.ts";
import { maintenance } from "./maintenance.ts";
import { bringUpToDate } from "./migrate.ts";
import { lanceModelCalls } from "./model-calls.ts";
import { type LanceConnection, loadNative, type Native, type NativeOptions } from "./native.ts";
import { openTableOrRecover, type RecoveredTable } from "./recovery.ts";
import { rowLock } from "./row-lock.ts";
import { type TableName, tableNames } from "./schemas.ts";
import { lanceStats } from "./stats.ts";
import { type LanceTable, lanceTable } from "./table.ts";
import { lanceTraces } from "./traces.ts";
import { lanceVectorStates } from "./vector-rows.ts";

export interface LanceStoreOptions {
  /** A folder, made when it is not there, or an object-store URI such as `s3://bucket/home`. */
  readonly home: string;
  /** Stamps rows and ages. Default: the machine's clock. */
  readonly clock?: Clock;
  /** `process` survives a killed process (default); `fsync` also a lost power line, in a folder. */
  readonly durability?: "process" | "fsync";
  /** Fails or ends the process at named commit points, for tests. */
  readonly faults?: Faults;
  readonly native?: NativeOptions;
  /** How long to wait for another process's lock. Default 40 s: a lock left behind is free after 30. */
  readonly lockWaitMs?: number;
  /** Told of each table that was damaged and opened at an earlier version. */
  readonly onRecovered?: (recovered: RecoveredTable) => void;
  /** Told when compaction in the background failed. Nothing is lost by that; it is tried again later. */
  readonly onMaintenanceFailed?: (error: SkillLoopError) => void;
}

/** Bytes for each of LanceDB's two caches. Its own bounds are 6 GiB and 1 GiB. */
const cacheBytes = 64n << 20n;

/**
 * The store in LanceDB. Throws `UNSUPPORTED_PROCESSOR`, `NATIVE_MISSING`, `HOME_READ_ONLY`, `HOME_LOCKED`,
 * `HOME_NEWER`, `HOME_CORRUPT` or `DISK_FULL`; whatever it throws, nothing already stored is lost.
 */
export async function openLanceStore(options: LanceStoreOptions): Promise<Store> {
  const native = await loadNative(options.native);
  const place = homePlace(options.home);
  if (place.kind === "folder") await prepareHomeFolder(place.path);
  let connection: LanceConnection | undefined;
  try {
    const { lance } = native;
    const session = new lance.Session(cacheBytes, cacheBytes);
    const uri = place.kind === "folder" ? place.path : place.uri;
    connection = await lance.connect(uri, { session });
    return await openTables({ options, native, place, connection });
  } catch (error) {
    connection?.close();
    throw storeError(error, `open ${options.home}`);
  }
}

async function openTables({
  options,
  native,
  place,
  connection,
}: {
  readonly options: LanceStoreOptions;
  readonly native: Native;
  readonly place: HomePlace;
  readonly connection: LanceConnection;
}): Promise<Store> {
  const clock = options.clock ?? systemClock();
  const ids = randomIds();
  const { faults } = options;
  const home = place.kind === "folder" ? place.path : undefined;
  const waitMs = options.lockWaitMs === undefined ? {} : { waitMs: options.lockWaitMs };
  const folder = home === undefined ? undefined : homeLock({ take: folderLock(home), ...waitMs });

  const stamp = ids.next();
  const openTable = async (table: TableName) => {
    const exclusively = <T>(work: () => Promise<T>) =>
      folder === undefined ? work() : folder.wait("home", work);
    const opened = await openTableOrRecover({ connection, home, table, stamp, exclusively });
    if (opened.recovered !== undefined) options.onRecovered?.(opened.recovered);
    return opened.handle;
  };
  await bringUpToDate({
    connection,
    home,
    arrow: native.arrow,
    lock: folder,
    openMeta: () => openTable("meta"),
  });

  const sync =
    home !== undefined && options.durability === "fsync" ? await fsyncAfterCommit(home) : undefined;
  const afterCommit = async (name: TableName) => {
    await sync?.(name);
    upkeep.noteCommit(name);
  };
  const opened: [TableName, LanceTable][] = [];
  for (const name of tableNames) {
    opened.push([name, lanceTable({ name, handle: await openTable(name), hooks: { afterCommit } })]);
  }
  const tables = Object.fromEntries(opened) as Record<TableName, LanceTable>;
  const lock = folder ?? homeLock({ take: rowLock({ meta: tables.meta, clock, ids }), ...waitMs });
  const onFailure = (error: unknown) => options.onMaintenanceFailed?.(storeError(error, "maintain the home"));
  const upkeep = maintenance({ tables, lock, clock, faults, onFailure });

  const libraryStamp = home === undefined ? undefined : changeStamps(home, "skills");
  const context = { tables, clock, ids, faults, libraryStamp };
  const inbox = traceInbox(context);
  return guarded({
    ...lanceTraces(context, inbox),
    ...lanceJobs(context, inbox),
    ...lanceHeads(context),
    ...lanceVectorStates(context),
    ...lanceEmbedders(context),
    ...lanceLibrary(context),
    ...lanceLedger(context),
    ...lanceStats(context),
    ...lanceClaims(context),
    ...lanceModelCalls(context),
    maintain: upkeep.maintain,
    backup: async (directory) => {
      if (home === undefined) throw notAFolderHome();
      return lock.wait("maintain", () => backupHome({ lance: native.lance, home, directory }));
    },
    close: async () => {
      await upkeep.settle();
      for (const { handle } of Object.values(tables)) handle.close();
      connection.close();
    },
  });
}

/**
 * Turns every failure into a `SkillLoopError`, refuses calls after `close`, and lets `close` wait for the
 * calls that are still running.
 */
function guarded(store: Store): Store {
  const running = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const guard =
    <Args extends unknown[], Result>(name: string, method: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (closing !== undefined) throw closed();
      const call = (async () => method(...args))();
      running.add(call);
      try {
        return await call;
      } catch (error) {
        throw storeError(error, name);
      } finally {
        running.delete(call);
      }
    };
  const close = (): Promise<void> => {
    closing ??= Promise.allSettled([...running]).then(() => store.close());
    return closing;
  };
  const methods = Object.entries(store).map(([name, method]) => [name, guard(name, method)]);
  return { ...(Object.fromEntries(methods) as Store), close };
}

function closed(): SkillLoopError {
  return new SkillLoopError({
    code: "CLOSED",
    message: "The store is closed.",
    remedy: "Open it again with SkillLoop.open.",
  });
}

function notAFolderHome(): SkillLoopError {
  return new SkillLoopError({
    code: "STORE_FAILED",
    message: "A home on an object store is not copied by SkillLoop.",
    remedy: "Use the versioning or the snapshots of the object store.",
  });
}
