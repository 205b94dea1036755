import { mkdir, readdir, rename, stat } from "node:fs/promises";
import { join } from "node:path";
import { SkillLoopError } from "../../errors.ts";
import { errorText, storeError } from "../store-error.ts";
import type { LanceConnection, LanceTableHandle } from "./native.ts";
import type { TableName } from "./schemas.ts";

/** Told when a damaged table was opened at an earlier version. */
export interface RecoveredTable {
  readonly table: TableName;
  /** Where the damaged manifests were moved to. Nothing is deleted. */
  readonly quarantined: readonly string[];
}

/** At most this many commits are taken back: more than one was never seen. */
const manifestsTakenBack = 3;

/**
 * Opens a table, and where its newest manifest or a data file of its newest version cannot be read, which a
 * lost power line can leave behind, moves that manifest into `_quarantine` and opens the version before.
 * Throws `HOME_CORRUPT`, with every file back in its place, when that does not help.
 */
export async function openTableOrRecover({
  connection,
  home,
  table,
  stamp,
  exclusively,
}: {
  readonly connection: LanceConnection;
  /** The home folder, or `undefined` on an object store, where nothing is moved. */
  readonly home: string | undefined;
  readonly table: TableName;
  /** Names the quarantine folder of this recovery. */
  readonly stamp: string;
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}): Promise<{ readonly handle: LanceTableHandle; readonly recovered?: RecoveredTable }> {
  try {
    return { handle: await openReadable({ connection, home, table }) };
  } catch (error) {
    if (home === undefined || !isDamage(error)) throw storeError(error, `open ${table}`);
  }
  return exclusively(() => takeBack({ connection, home, table, stamp }));
}

interface TableFacts {
  readonly connection: LanceConnection;
  readonly home: string | undefined;
  readonly table: TableName;
}

/** A table with an empty data file opens and then fails at each read, unless no version needs that file. */
async function openReadable({ connection, home, table }: TableFacts): Promise<LanceTableHandle> {
  const handle = await connection.openTable(table);
  if (home === undefined || !(await hasEmptyFile(join(home, `${table}.lance`, "data")))) return handle;
  try {
    await handle.query().select(["id"]).toArrow();
    return handle;
  } catch (error) {
    handle.close();
    throw error;
  }
}

async function hasEmptyFile(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const isEmpty = (name: string) =>
    stat(join(folder, name)).then(
      ({ size }) => size === 0,
      // Compaction in another process removed it meanwhile.
      () => false,
    );
  return (await Promise.all(names.map(isEmpty))).includes(true);
}

async function takeBack({
  connection,
  home,
  table,
  stamp,
}: {
  readonly connection: LanceConnection;
  readonly home: string;
  readonly table: TableName;
  readonly stamp: string;
}) {
  const moved: { readonly from: string; readonly to: string }[] = [];
  let last: unknown;
  for (let attempt = 0; attempt <= manifestsTakenBack; attempt += 1) {
    try {
      // The first try is for another process that recovered the table while this one waited.
      const handle = await openReadable({ connection, home, table });
      const recovered = { table, quarantined: moved.map(({ to }) => to) };
      return moved.length === 0 ? { handle } : { handle, recovered };
    } catch (error) {
      last = error;
    }
    const from = await newestManifest(join(home, `${table}.lance`, "_versions"));
    if (from === undefined) break;
    const folder = join(home, "_quarantine", stamp);
    const to = join(folder, `${table}-${from.split(/[/\\]/).at(-1)}`);
    await mkdir(folder, { recursive: true });
    await rename(from, to);
    moved.push({ from, to });
  }
  for (const { from, to } of moved.reverse()) await rename(to, from);
  throw new SkillLoopError({
    code: "HOME_CORRUPT",
    message: `The table ${table} in ${home} cannot be read, and neither can its earlier versions.`,
    remedy: "Restore the home from a backup with skillloop restore; the damaged files were left in place.",
    cause: last,
  });
}

/**
 * The manifest of the highest version that still has one to fall back on. Lance names them by the version
 * counted down from 2^64 - 1, so that the newest sorts first; its older form counted up.
 */
async function newestManifest(folder: string): Promise<string | undefined> {
  const names = (await readdir(folder).catch((): string[] => [])).filter((name) =>
    /^\d+\.manifest$/.test(name),
  );
  const number = (name: string) => BigInt(name.slice(0, name.indexOf(".")));
  const countsDown = names.some((name) => name.length === "18446744073709551615.manifest".length);
  names.sort((a, b) => (number(a) < number(b) ? -1 : 1));
  const newest = countsDown ? names[0] : names.at(-1);
  return newest === undefined || names.length < 2 ? undefined : join(folder, newest);
}

function isDamage(error: unknown): boolean {
  return !/ENOSPC|EACCES|EROFS|EMFILE|permission|too many open/i.test(errorText(error));
}
