import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

/**
 * The file of the worker thread beside `here`: compiled in a package; as source in the workspace, where a
 * thread inherits no loader of TypeScript and is given one.
 */
export function workerFile(here: string = import.meta.url): URL {
  if (!here.endsWith(".ts")) return new URL("./encoder-worker.js", here);
  const loader = new URL("./api/index.mjs", pathToFileURL(createRequire(here).resolve("tsx/esm"))).href;
  const source = new URL("./encoder-worker.ts", here).href;
  const start = `import { register } from ${JSON.stringify(loader)}; register(); await import(${JSON.stringify(source)});`;
  return new URL(`data:text/javascript,${encodeURIComponent(start)}`);
}
