export type {
  AdapterOptions,
  CheckResult,
  FinishedRun,
  LangchainCall,
} from "@skillloop/core/adapter/langchain";
export { fromLangChainModel, type LangchainChatModel } from "./from-langchain-model.ts";
export { SkillLoopCallbackHandler } from "./skill-loop-callback-handler.ts";
export { type SkillLoopMiddleware, skillLoopMiddleware } from "./skill-loop-middleware.ts";
export { type ProjectNotesOptions, withProjectNotes } from "./with-project-notes.ts";
