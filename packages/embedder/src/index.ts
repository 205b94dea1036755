export { type LocalEmbedder, type LocalEmbedderOptions, localEmbedder } from "./local-embedder.ts";
export type { LocalModel } from "./local-model.ts";
export { type OpenAICompatibleOptions, openAICompatibleEmbedder } from "./open-ai-compatible-embedder.ts";
export {
  type FeatureExtractor,
  type TransformersOptions,
  transformersEmbedder,
} from "./transformers-embedder.ts";
