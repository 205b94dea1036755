export type { CheckResult, FinishedRun } from "@skillloop/core/adapter";
export type { MastraCall } from "./mastra-call.ts";
export type { SkillLoopOptions } from "./skill-loop-options.ts";
export { type SkillLoopParts, type SkillLoopProcessor, skillLoopParts } from "./skill-loop-parts.ts";
export { withSkillLoop } from "./with-skill-loop.ts";
