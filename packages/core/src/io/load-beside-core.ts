import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ErrorCode, SkillLoopError } from "../errors.ts";

/** A package of ours that the host installs beside core, and what is said where it is not there. */
export interface PackageBesideCore {
  readonly name: string;
  /** What needs it, as the beginning of a sentence. */
  readonly neededBy: string;
  /** The setting that asks for it; `none` turns it off. */
  readonly setting: "embedder" | "model";
  readonly code: ErrorCode;
  /** Packages that have to be installed with it. */
  readonly clients?: readonly string[];
}

/**
 * A package that the host installs beside core: looked for from its own directory first, since a package manager need not
 * show core what only the host depends on. `use` makes what is wanted of it. Throws the package's `code` where it is missing
 * and where it cannot be loaded or used.
 */
export async function loadBesideCore<Result>(
  { name, neededBy, setting, code, clients = [] }: PackageBesideCore,
  { directory, own }: { readonly directory: string; readonly own: string },
  use: (loaded: unknown) => Result,
): Promise<Result> {
  const path = resolveFrom(join(directory, "package.json"), name) ?? resolveFrom(own, name);
  if (path === undefined) {
    throw new SkillLoopError({
      code,
      message: `${neededBy} needs the package ${name}, which is not installed.`,
      remedy: `Install it (npm install ${[name, ...clients].join(" ")}), or set ${setting} to "none".`,
    });
  }
  try {
    return use(await import(pathToFileURL(path).href));
  } catch (cause) {
    throw new SkillLoopError({
      code,
      message: `The package ${name} is installed, but could not be loaded.`,
      remedy: `Install it again in the version of @skillloop/core, or set ${setting} to "none".`,
      cause,
    });
  }
}

function resolveFrom(file: string, name: string): string | undefined {
  try {
    return createRequire(file).resolve(name);
  } catch {
    return undefined;
  }
}
