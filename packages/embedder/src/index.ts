export { type LocalEmbedderOptions, localEmbedder } from "./local-embedder.ts";
export type { LocalModel } from "./local-model.ts";
