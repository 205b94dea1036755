import { constants } from "node:fs";
import { access, mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SkillLoopError } from "../errors.ts";
import { tableNames } from "./lancedb/schemas.ts";
import { errorText, storeError } from "./store-error.ts";

export type HomePlace =
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "object-store"; readonly uri: string };

/**
 * A home as it is given: a folder, made absolute here because a relative name that starts with `db` would
 * mean LanceDB's cloud, or the URI of an object store, passed on as it is.
 */
export function homePlace(home: string): HomePlace {
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(home)) return { kind: "object-store", uri: home };
  return { kind: "folder", path: resolve(home) };
}

/** What stands in a home beside its tables, also when its first process died before it made any. */
const beside = new Set([
  ".gitignore",
  ".home.lock",
  ".maintain.lock",
  "__manifest",
  "_quarantine",
  ".DS_Store",
  "desktop.ini",
]);
const tables = new Set(tableNames.map((name) => `${name}.lance`));

/**
 * Makes the folder, for its owner alone and out of reach of version control, or checks that it is a home that
 * can be written to. A folder that holds something else is refused: its own files would be hidden from its
 * version control. Throws `INVALID_OPTIONS` and `HOME_READ_ONLY`.
 */
export async function prepareHomeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (!(await stat(path)).isDirectory()) throw notAFolder(path);
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK);
    const names = await readdir(path);
    if (!names.some((name) => tables.has(name)) && !names.every((name) => beside.has(name))) {
      throw notAHome(path);
    }
    if (names.length > 0) return;
    await writeFile(join(path, ".gitignore"), "*\n", { flag: "wx" }).catch(unlessThere);
  } catch (error) {
    if (/EEXIST|ENOTDIR/.test(errorText(error))) throw notAFolder(path, error);
    throw storeError(error, `prepare the home ${path}`);
  }
}

function unlessThere(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
}

function notAHome(path: string): SkillLoopError {
  return new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: `The folder ${path} holds other files and is no home of SkillLoop.`,
    remedy:
      "Choose an empty folder or one that does not exist yet, for example .skillloop, with home or --home.",
  });
}

function notAFolder(path: string, cause?: unknown): SkillLoopError {
  return new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: `The home ${path} is not a folder.`,
    remedy: "Choose a folder, or a path that does not exist yet, with home or --home.",
    cause,
  });
}
