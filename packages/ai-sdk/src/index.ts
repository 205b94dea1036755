export type { AiSdkCall, ProviderParams } from "./ai-sdk-call.ts";
export { type AiSdkModel, fromAiSdkModel } from "./from-ai-sdk-model.ts";
export { runWithTask, type TaskAbout } from "./run-with-task.ts";
export { type SkillLoopMiddleware, skillLoopMiddleware } from "./skill-loop-middleware.ts";
export { type SkillLoopTelemetry, skillLoopTelemetry } from "./skill-loop-telemetry.ts";
