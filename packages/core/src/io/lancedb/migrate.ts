import { SkillLoopError } from "../../errors.ts";
import type { HomeLock } from "./home-lock.ts";
import type { Arrow, LanceConnection, LanceTableHandle } from "./native.ts";
import { presentTables } from "./present-tables.ts";
import { arrowSchema, missingFields, schemaVersion, type TableName, tableNames } from "./schemas.ts";

const versionRow = "schema_version";

/**
 * Makes the tables of a new home and brings those of an older one up to date, both under the home's lock.
 * A migration only ever adds tables and nullable columns, so that nothing stored changes and a process of
 * the older version that is still running goes on working.
 *
 * Throws `HOME_NEWER`, before anything is changed, for a home written by a later version.
 */
export async function bringUpToDate({
  connection,
  home,
  arrow,
  lock,
  openMeta,
}: {
  readonly connection: LanceConnection;
  /** The home folder, or `undefined` on an object store. */
  readonly home: string | undefined;
  readonly arrow: Arrow;
  /** `undefined` on an object store that has no `meta` table yet. */
  readonly lock: HomeLock | undefined;
  readonly openMeta: () => Promise<LanceTableHandle>;
}): Promise<void> {
  const isCurrent = async () => {
    const present = await presentTables(connection, home);
    const version = present.has("meta") ? await readVersion(await openMeta()) : undefined;
    if (version !== undefined && version > schemaVersion) throw newer(version);
    return version === schemaVersion && tableNames.every((name) => present.has(name));
  };
  const migrate = async () => {
    // Another process may have done it while this one waited for the lock.
    if (await isCurrent()) return;
    const present = await presentTables(connection, home);
    for (const name of tableNames) {
      if (present.has(name)) await addColumns({ connection, arrow, name });
      else await createTable({ connection, arrow, name });
    }
    await writeVersion(await openMeta());
  };
  if (await isCurrent()) return;
  await (lock === undefined ? migrate() : lock.wait("home", migrate));
}

async function createTable({ connection, arrow, name }: TableStep): Promise<void> {
  try {
    (await connection.createEmptyTable(name, arrowSchema(arrow, name))).close();
  } catch (error) {
    // On an object store two processes may open a new home at once without a lock.
    if (!/already exists/i.test(String(error))) throw error;
  }
}

async function addColumns({ connection, arrow, name }: TableStep): Promise<void> {
  const handle = await connection.openTable(name);
  const present = new Set((await handle.schema()).fields.map((field) => field.name));
  const missing = missingFields(arrow, name, present);
  if (missing.length > 0) await handle.addColumns(missing);
  handle.close();
}

interface TableStep {
  readonly connection: LanceConnection;
  readonly arrow: Arrow;
  readonly name: TableName;
}

/** `undefined` for a home whose making was cut short. */
export async function readVersion(meta: LanceTableHandle): Promise<number | undefined> {
  await meta.checkoutLatest();
  const rows = await meta.query().where(`id = '${versionRow}'`).limit(1).toArray();
  const value: unknown = rows[0]?.value;
  return typeof value === "string" ? Number(value) : undefined;
}

/** The last step of a migration: until it is done, the next open does the whole of it again. */
async function writeVersion(meta: LanceTableHandle): Promise<void> {
  const row = { id: versionRow, value: String(schemaVersion), owner: null, until: null };
  await meta
    .mergeInsert("id")
    .whenMatchedUpdateAll()
    .whenNotMatchedInsertAll()
    .useIndex(false)
    .execute([row]);
}

function newer(version: number): SkillLoopError {
  return new SkillLoopError({
    code: "HOME_NEWER",
    message: `The home has schema version ${version}, and this version of SkillLoop knows ${schemaVersion}.`,
    remedy: "Update SkillLoop, or choose another home. Nothing was changed.",
  });
}
