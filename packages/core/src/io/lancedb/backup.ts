import { copyFile, mkdir, readdir, rm } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { SkillLoopError } from "../../errors.ts";
import type { BackupSummary } from "../../ports/store.ts";
import { storeError } from "../store-error.ts";
import { readVersion } from "./migrate.ts";
import type { Lance, LanceConnection } from "./native.ts";
import { type TableName, tableNames, tableSince } from "./schemas.ts";

/**
 * Others write while tables are copied one after the other. What says that something is done goes before that which was done,
 * so that a copy holds at worst work that is done again, and never a trace that is over and taught nothing: a job ends after
 * its claims are stored, and a claim is used after its skill is.
 */
const copyOrder: readonly TableName[] = [
  "jobs",
  "claims",
  "skills",
  "skill_stats",
  "evidence",
  "skill_versions",
  "events",
  "model_calls",
  "traces",
  "meta",
];

/**
 * Copies a home that others go on writing to, then opens the copy and counts its rows. The caller holds the
 * maintenance lock: compaction during the copy would remove files it has yet to read.
 */
export async function backupHome({
  lance,
  home,
  directory,
}: {
  readonly lance: Lance;
  readonly home: string;
  readonly directory: string;
}): Promise<BackupSummary> {
  const target = resolve(directory);
  if (!relative(home, target).startsWith("..")) throw insideHome(target);
  await refuseExisting(target);
  try {
    await mkdir(target, { recursive: true, mode: 0o700 });
    await copyTree(home, target);
    return { directory: target, tables: await countRows(lance, target) };
  } catch (error) {
    await rm(target, { recursive: true, force: true });
    throw storeError(error, `back up to ${target}`);
  }
}

/** The rows of each table of a home. Fails when one of them does not open. */
export async function countRows(lance: Lance, home: string): Promise<Record<string, number>> {
  const connection = await lance.connect(home);
  try {
    const counts: Record<string, number> = {};
    const present = new Set(await connection.tableNames());
    const version = await homeVersion(connection);
    for (const name of tableNames) {
      if (!present.has(name) && version < (tableSince[name] ?? 0)) continue;
      const table = await connection.openTable(name);
      // Reads every row, not only the count that the manifest holds.
      counts[name] = (await table.query().select(["id"]).toArrow()).numRows;
      table.close();
    }
    return counts;
  } finally {
    connection.close();
  }
}

async function homeVersion(connection: LanceConnection): Promise<number> {
  const meta = await connection.openTable("meta");
  try {
    return (await readVersion(meta)) ?? 0;
  } finally {
    meta.close();
  }
}

async function refuseExisting(target: string): Promise<void> {
  const there = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw storeError(error, `back up to ${target}`);
  });
  if (there.length === 0) return;
  throw new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: `The backup directory ${target} is not empty.`,
    remedy: "Name a directory that does not exist yet.",
  });
}

function insideHome(target: string): SkillLoopError {
  return new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: `The backup directory ${target} lies inside the home.`,
    remedy: "Name a directory elsewhere, best on another disk.",
  });
}

/**
 * Manifests are copied before the data they point to: a manifest never names a file that is not there yet,
 * so whatever is written meanwhile, the copied version is whole.
 */
async function copyTree(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true });
  const inOrder = entries.sort((a, b) => rank(a.name) - rank(b.name));
  for (const entry of inOrder) {
    if (isLeftOut(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      await mkdir(target, { recursive: true });
      await copyTree(source, target);
    } else if (entry.isFile()) {
      await copyFile(source, target).catch(unlessVanished);
    }
  }
}

function rank(name: string): number {
  if (name === "_versions") return -1;
  const place = copyOrder.findIndex((table) => name === `${table}.lance`);
  return place < 0 ? copyOrder.length : place;
}

/** Drafts of commits that are being made, locks, and what recovery put aside. */
function isLeftOut(name: string): boolean {
  return name.includes(".tmp") || name.includes("#") || name.endsWith(".lock") || name === "_quarantine";
}

function unlessVanished(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT") throw error;
}
