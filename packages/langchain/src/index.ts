export type { AdapterOptions, CheckResult, FinishedRun, LangchainCall } from "@skillloop/core/adapter";
export { SkillLoopCallbackHandler } from "./skill-loop-callback-handler.ts";
export { type SkillLoopMiddleware, skillLoopMiddleware } from "./skill-loop-middleware.ts";
