import { access, readFile } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { SkillLoopError } from "../errors.ts";

/** The process's variables and the config file of the working directory, unread and unchecked. */
export interface RawSettings {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly file?: { readonly name: string; readonly value: unknown };
  readonly workingDirectory: string;
}

const CONFIG_FILES = ["skillloop.config.mjs", "skillloop.config.json"];

/** Reads what a process may say about its loop. A config file that cannot be read is `INVALID_OPTIONS`. */
export async function readSettings(directory: string = process.cwd()): Promise<RawSettings> {
  const variables = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => name.startsWith("SKILLLOOP_")),
  );
  for (const name of CONFIG_FILES) {
    const path = join(directory, name);
    if (!(await exists(path))) continue;
    return { variables, file: { name, value: await readConfig(path, name) }, workingDirectory: directory };
  }
  return { variables, workingDirectory: directory };
}

/** A folder as an absolute path; an object-store URI as it is. */
export function absoluteHome(home: string, directory: string): string {
  if (/^[a-z][a-z0-9+.-]+:\/\//.test(home)) return home;
  return isAbsolute(home) ? home : resolve(directory, home);
}

async function readConfig(path: string, name: string): Promise<unknown> {
  try {
    if (name.endsWith(".json")) return JSON.parse(await readFile(path, "utf8"));
    const module: unknown = await import(pathToFileURL(path).href);
    return (module as { default?: unknown }).default;
  } catch (cause) {
    throw new SkillLoopError({
      code: "INVALID_OPTIONS",
      message: `The config file ${name} cannot be read.`,
      remedy: "It must be valid JSON, or a module whose default export is the options.",
      cause,
    });
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
