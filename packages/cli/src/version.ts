import { createRequire } from "node:module";

interface Manifest {
  readonly version: string;
}

const manifest: Manifest = createRequire(import.meta.url)("../package.json");

/** Of this package, from its own manifest: one place says it. */
export const version: string = manifest.version;
