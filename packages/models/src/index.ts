export { type ModelsByRole, modelByRole } from "./model-by-role.ts";
export { type OpenAiModelOptions, openAiModel } from "./open-ai-model.ts";
