export { type ErrorCode, SkillLoopError } from "./errors.ts";
export type * from "./ports/store.ts";
export type * from "./types/loop.ts";
