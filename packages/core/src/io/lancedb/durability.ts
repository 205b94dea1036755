import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { type TableName, tableNames } from "./schemas.ts";

const folders = ["data", "_deletions", "_transactions", "_versions"] as const;

/**
 * Puts what a commit wrote on the disk itself. LanceDB never calls fsync, so without this a commit survives
 * a killed process but not a lost power line. Costs about 3 ms a commit. Call it before the first commit:
 * files that are there already are not this process's to vouch for.
 */
export async function fsyncAfterCommit(home: string): Promise<(table: TableName) => Promise<void>> {
  /** Files that were looked after, by folder: Lance never writes to a file twice. */
  const synced = new Map<string, Set<string>>();
  const foldersOf = (table: TableName) => folders.map((name) => join(home, `${table}.lance`, name));
  for (const folder of tableNames.flatMap(foldersOf)) {
    synced.set(folder, new Set(await readdir(folder).catch(whenMissing)));
  }

  const syncFolder = async (folder: string): Promise<void> => {
    const names = await readdir(folder).catch(whenMissing);
    const fresh = names.filter((name) => synced.get(folder)?.has(name) !== true);
    await Promise.all(fresh.map((name) => syncPath(join(folder, name))));
    if (fresh.length > 0) await syncPath(folder);
    synced.set(folder, new Set(names));
  };

  return async (table) => {
    for (const folder of foldersOf(table)) await syncFolder(folder);
  };
}

async function syncPath(path: string): Promise<void> {
  const file = await open(path, "r").catch(whenMissing);
  if (Array.isArray(file)) return;
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Compaction may remove a file, and a folder is made with its first file. */
function whenMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === "ENOENT") return [];
  throw error;
}
