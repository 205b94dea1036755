import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { SkillLoopError } from "../errors.ts";
import type { Embedder } from "../ports/embedder.ts";

const packageName = "@skillloop/embedder";

/**
 * The embedder of `@skillloop/embedder`, which the host installs beside core: looked for from its own directory
 * first, since a package manager need not show core what only the host depends on. Throws `EMBEDDER_UNAVAILABLE`.
 */
export async function loadLocalEmbedder(directory: string, own = import.meta.url): Promise<Embedder> {
  const path = resolveFrom(join(directory, "package.json")) ?? resolveFrom(own);
  if (path === undefined) {
    throw new SkillLoopError({
      code: "EMBEDDER_UNAVAILABLE",
      message: `The setting embedder: "local" needs the package ${packageName}, which is not installed.`,
      remedy: `Install it (npm install ${packageName}), or set embedder to "none".`,
    });
  }
  try {
    const loaded = (await import(pathToFileURL(path).href)) as { readonly localEmbedder: () => Embedder };
    return loaded.localEmbedder();
  } catch (cause) {
    throw new SkillLoopError({
      code: "EMBEDDER_UNAVAILABLE",
      message: `The package ${packageName} is installed, but could not be loaded.`,
      remedy: `Install it again in the version of @skillloop/core, or set embedder to "none".`,
      cause,
    });
  }
}

function resolveFrom(file: string): string | undefined {
  try {
    return createRequire(file).resolve(packageName);
  } catch {
    return undefined;
  }
}
