import { fileURLToPath } from "node:url";
import type { Embedder } from "@skillloop/core";
import { DataError } from "../data/data-error.ts";
import { type CachedEmbedder, cachedEmbedder } from "./cached-embedder.ts";

export type EmbedderChoice = "none" | "local";

/** Where vectors are kept between runs; ignored by git like all of `node_modules`. */
const folder = new URL("../../../node_modules/.cache/skillloop-retrieval/", import.meta.url);

/** A new embedder of the chosen kind, loaded only now; none for `none`. Throws `DataError` where it cannot load. */
export async function openEmbedder(choice: EmbedderChoice): Promise<CachedEmbedder | undefined> {
  if (choice === "none") return undefined;
  let embedder: Embedder;
  try {
    // By its source, as the rest of core is read here: an import by name would ask for a dependency of all of qa.
    const { localEmbedder } = await import("../../../packages/embedder/src/index.ts");
    embedder = localEmbedder();
  } catch (error) {
    throw new DataError([`The local embedder cannot be loaded: ${(error as Error).message}`]);
  }
  const file = `${embedder.id.replace(/[^\w.-]/g, "_")}.vectors`;
  return cachedEmbedder(embedder, fileURLToPath(new URL(file, folder)));
}
