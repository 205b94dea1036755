import { constants } from "node:fs";
import { lstat, mkdir, open, readdir, realpath } from "node:fs/promises";
import { basename, join, relative, resolve } from "node:path";
import { SkillLoopError } from "../errors.ts";
import { isSkillName } from "../text/skill-file/skill-name.ts";
import { storeError } from "./store-error.ts";
import { writeTextFile } from "./text-files.ts";

const FILE_NAME = "SKILL.md";
/** Bytes. A playbook is a few thousand. */
const MAX_FILE_BYTES = 1_000_000;

/** A SKILL.md as found. Files beside it are not read: nothing prints them, so nothing has to trust them. */
export interface SkillFile {
  readonly folder: string;
  readonly path: string;
  readonly text: string;
}

export interface RefusedFile {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

export interface SkillFolders {
  readonly files: readonly SkillFile[];
  readonly refused: readonly RefusedFile[];
}

/**
 * The SKILL.md of each folder in `directory`, or the one in `directory` itself, by name. Symbolic links are
 * refused, a link may lead anywhere. Throws `INVALID_OPTIONS` when there is no such directory.
 */
export async function readSkillFolders(directory: string): Promise<SkillFolders> {
  const root = resolve(directory);
  const kind = await kindOf(root);
  if (kind !== "directory" && kind !== "link") {
    throw new SkillLoopError({
      code: "INVALID_OPTIONS",
      message: `${directory} is not a folder.`,
      remedy: "Name a folder with one folder for each skill, a SKILL.md in each.",
    });
  }
  if ((await kindOf(join(root, FILE_NAME))) !== "none") {
    const folder = basename(await realpath(root));
    return collect([await readOne(folder, join(root, FILE_NAME))]);
  }
  const found: (SkillFile | RefusedFile)[] = [];
  const entries = await readdir(root, { withFileTypes: true });
  for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(root, name);
    const entry = await kindOf(path);
    if (entry === "link") found.push(refused(path, "a symbolic link is not followed"));
    const file = join(path, FILE_NAME);
    if (entry === "directory" && (await kindOf(file)) !== "none") found.push(await readOne(name, file));
  }
  return collect(found);
}

async function readOne(folder: string, path: string): Promise<SkillFile | RefusedFile> {
  if ((await kindOf(path)) !== "file") return refused(path, "it is not a plain file");
  try {
    // Between the look and the read the file may be exchanged for a link.
    const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { size } = await handle.stat();
      if (size > MAX_FILE_BYTES) return refused(path, `it is larger than ${MAX_FILE_BYTES} bytes`);
      return { folder, path, text: await handle.readFile("utf8") };
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw storeError(error, `read ${path}`);
  }
}

/**
 * Writes `<directory>/<name>/SKILL.md` for each file, each whole or not at all. Returns the paths. Throws
 * `INVALID_SKILL` for a name that is no folder's, and `NOT_ALLOWED` where a link would lead out of `directory`.
 */
export async function writeSkillFolders(
  directory: string,
  files: readonly { readonly name: string; readonly text: string }[],
): Promise<readonly string[]> {
  // Every name before the first write: an export is not half done for a bad one.
  for (const { name } of files) assertName(name);
  try {
    await mkdir(directory, { recursive: true });
    const root = await realpath(directory);
    const paths: string[] = [];
    for (const { name, text } of files) {
      const folder = join(root, name);
      await assertInside(root, folder);
      await mkdir(folder, { recursive: true });
      await assertInside(root, folder);
      const path = join(folder, FILE_NAME);
      if ((await kindOf(path)) === "link") throw leadsOut(path);
      await writeTextFile(path, text);
      paths.push(path);
    }
    return paths;
  } catch (error) {
    throw storeError(error, `write skills to ${directory}`);
  }
}

function assertName(name: string): void {
  if (isSkillName(name)) return;
  throw new SkillLoopError({
    code: "INVALID_SKILL",
    message: `${JSON.stringify(name)} is no name that a folder may have.`,
    remedy: "Use 1-64 characters of a-z, 0-9 and single hyphens.",
  });
}

async function assertInside(root: string, folder: string): Promise<void> {
  const kind = await kindOf(folder);
  if (kind === "link" || kind === "file") throw leadsOut(folder);
  if (kind === "none") return;
  const inside = relative(root, await realpath(folder));
  if (inside !== basename(folder)) throw leadsOut(folder);
}

function leadsOut(path: string): SkillLoopError {
  return new SkillLoopError({
    code: "NOT_ALLOWED",
    message: `${path} is a link or a file where a folder of our own must be.`,
    remedy: "Export to an empty folder.",
  });
}

async function kindOf(path: string): Promise<"none" | "file" | "directory" | "link" | "other"> {
  try {
    const found = await lstat(path);
    if (found.isSymbolicLink()) return "link";
    return found.isDirectory() ? "directory" : found.isFile() ? "file" : "other";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return "none";
    throw storeError(error, `look at ${path}`);
  }
}

function refused(path: string, message: string): RefusedFile {
  return { path, code: "NOT_ALLOWED", message };
}

function collect(found: readonly (SkillFile | RefusedFile)[]): SkillFolders {
  return {
    files: found.filter((one): one is SkillFile => "text" in one),
    refused: found.filter((one): one is RefusedFile => "code" in one),
  };
}
