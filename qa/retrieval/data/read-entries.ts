import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { z } from "zod";
import { DataError } from "./data-error.ts";

/** Problems told of one file before the rest is only counted. */
const told = 20;

/**
 * The entries of one JSON file. Throws `DataError` with file, place in the file (from 1), name or id, and field of
 * everything that has not the wanted form.
 */
export function readEntries<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): readonly z.infer<Schema>[] {
  return parseEntries(readFile(path), basename(path), schema);
}

/** The entries of all JSON files of a folder, file by file in the order of their names. */
export function readFolder<Schema extends z.ZodType>(
  folder: URL,
  schema: Schema,
): readonly z.infer<Schema>[] {
  const path = fileURLToPath(folder);
  let names: readonly string[];
  try {
    names = readdirSync(path).filter((name) => name.endsWith(".json"));
  } catch {
    names = [];
  }
  if (names.length === 0) throw new DataError([`There is no JSON file in ${path}.`]);
  return names.toSorted().flatMap((name) => readEntries(join(path, name), schema));
}

/** As `readEntries`, from the text of a file. */
export function parseEntries<Schema extends z.ZodType>(
  json: string,
  file: string,
  schema: Schema,
): readonly z.infer<Schema>[] {
  let list: unknown;
  try {
    list = JSON.parse(json);
  } catch (error) {
    throw new DataError([`${file} is not JSON: ${(error as Error).message}`]);
  }
  if (!Array.isArray(list)) throw new DataError([`${file} does not hold a JSON array.`]);
  const entries: z.infer<Schema>[] = [];
  const problems: string[] = [];
  for (const [index, value] of list.entries()) {
    const read = schema.safeParse(value);
    if (read.success) entries.push(read.data);
    else
      for (const issue of read.error.issues)
        problems.push(
          `${file}, entry ${index + 1}${label(value)}: ${issue.path.join(".")}: ${issue.message}`,
        );
  }
  const more = problems.length > told ? [`${file}: ${problems.length - told} more problems`] : [];
  if (problems.length > 0) throw new DataError([...problems.slice(0, told), ...more]);
  return entries;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new DataError([`Cannot read ${path}: ${(error as Error).message}`]);
  }
}

function label(value: unknown): string {
  const { id, name } = (value ?? {}) as { readonly id?: unknown; readonly name?: unknown };
  const known = [id, name].find((text) => typeof text === "string" && text !== "");
  return known === undefined ? "" : ` (${String(known)})`;
}
