import { cp, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { SkillLoopError } from "../../errors.ts";
import type { BackupSummary } from "../../ports/store.ts";
import { storeError } from "../store-error.ts";
import { countRows } from "./backup.ts";
import { loadNative } from "./native.ts";

export interface RestoreOptions {
  /** A folder that `backup` made. */
  readonly from: string;
  /** The home folder. Nothing may have it open. */
  readonly to: string;
  /** Puts a home that is there aside as `<home>.before-restore-<stamp>`. Default false: refused. */
  readonly replace?: boolean;
  /** Names what is put aside. Default: the time. */
  readonly stamp?: string;
}

export interface RestoreSummary extends BackupSummary {
  /** Where the home that was there is now. */
  readonly setAside?: string;
}

/**
 * Makes a home from a backup, after checking that the backup opens. The copy is made beside the home and
 * renamed into place, so that the home is never half a copy.
 *
 * Throws `HOME_CORRUPT` for a backup that does not open, and `NOT_ALLOWED` for a home that is not empty.
 */
export async function restoreHome(options: RestoreOptions): Promise<RestoreSummary> {
  const from = resolve(options.from);
  const to = resolve(options.to);
  const stamp = options.stamp ?? new Date().toISOString().replaceAll(/[:.]/g, "-");
  const { lance } = await loadNative();
  const check = (home: string) =>
    countRows(lance, home).catch((error: unknown) => {
      throw notABackup(from, error);
    });
  // Asked first, because LanceDB makes the folder that it is to read.
  if ((await listFolder(from)).length === 0) throw notABackup(from, undefined);
  await check(from);
  const isThere = (await listFolder(to)).length > 0;
  if (isThere && options.replace !== true) throw notEmpty(to);

  const draft = join(dirname(to), `.${basename(to)}.restoring-${stamp}`);
  const setAside = `${to}.before-restore-${stamp}`;
  try {
    await mkdir(dirname(to), { recursive: true });
    await cp(from, draft, { recursive: true, errorOnExist: true, force: false });
    const tables = await check(draft);
    if (isThere) await rename(to, setAside);
    else await rm(to, { recursive: true, force: true });
    await rename(draft, to);
    return { directory: to, tables, ...(isThere ? { setAside } : {}) };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw storeError(error, `restore ${to}`);
  }
}

async function listFolder(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw storeError(error, `read ${path}`);
  }
}

function notABackup(from: string, cause: unknown): SkillLoopError {
  return new SkillLoopError({
    code: "HOME_CORRUPT",
    message: `${from} is not a whole backup of a home.`,
    remedy: "Name a folder that skillloop backup made. The home was not touched.",
    cause,
  });
}

function notEmpty(to: string): SkillLoopError {
  return new SkillLoopError({
    code: "NOT_ALLOWED",
    message: `The home ${to} is not empty.`,
    remedy: "Restore into another folder, or pass replace (--replace) to put the present one aside.",
  });
}
