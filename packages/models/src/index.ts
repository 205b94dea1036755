export { type AnthropicModelOptions, anthropicModel } from "./anthropic-model.ts";
export type { ModelClock } from "./machine-clock.ts";
export { type ManualModelOptions, manualModel } from "./manual-model.ts";
export { type ModelsByRole, modelByRole } from "./model-by-role.ts";
export { type OpenAiModelOptions, openAiModel } from "./open-ai-model.ts";
