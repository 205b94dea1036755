// Doubles and contract suites for hosts, adapters and stores of your own.
export { memoryStore } from "../io/memory/memory-store.ts";
export { type ManualClock, manualClock } from "./manual-clock.ts";
export { type RoleAnswers, type RoleLanguageModel, roleLanguageModel } from "./role-language-model.ts";
export { type ScriptedEmbedder, scriptedEmbedder } from "./scripted-embedder.ts";
export {
  type ScriptedAnswer,
  type ScriptedLanguageModel,
  scriptedLanguageModel,
} from "./scripted-language-model.ts";
