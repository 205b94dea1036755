import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LanceConnection } from "./native.ts";

/**
 * The tables that are there. One whose making was cut short, by a kill between its folder and its first manifest,
 * is listed all the same and cannot be opened; it holds nothing and is to be made anew. Where files of data are in it,
 * it was not new: then it counts, and whoever opens it says what is wrong.
 */
export async function presentTables(
  connection: LanceConnection,
  /** The home folder, or `undefined` on an object store, which lists no empty folder. */
  home: string | undefined,
): Promise<ReadonlySet<string>> {
  const listed = await connection.tableNames();
  if (home === undefined) return new Set(listed);
  const counts = await Promise.all(listed.map((name) => holdsSomething(join(home, `${name}.lance`))));
  return new Set(listed.filter((_, index) => counts[index]));
}

async function holdsSomething(folder: string): Promise<boolean> {
  const [manifests, data] = await Promise.all([
    namesIn(join(folder, "_versions")),
    namesIn(join(folder, "data")),
  ]);
  return manifests.some((name) => name.endsWith(".manifest")) || data.length > 0;
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);
