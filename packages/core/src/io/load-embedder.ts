import type { Embedder } from "../ports/embedder.ts";
import { loadBesideCore, type PackageBesideCore } from "./load-beside-core.ts";

const embedders: PackageBesideCore = {
  name: "@skillloop/embedder",
  neededBy: 'The setting embedder: "local"',
  setting: "embedder",
  code: "EMBEDDER_UNAVAILABLE",
};

/** The embedder of `@skillloop/embedder`, which the host installs beside core. Throws `EMBEDDER_UNAVAILABLE`. */
export async function loadLocalEmbedder(directory: string, own = import.meta.url): Promise<Embedder> {
  return loadBesideCore(embedders, { directory, own }, (loaded) =>
    (loaded as { readonly localEmbedder: () => Embedder }).localEmbedder(),
  );
}
