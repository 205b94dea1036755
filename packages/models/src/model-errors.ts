import { SkillLoopError } from "@skillloop/core/adapter";

// None of them holds a key, a text of a request or of an answer, or the client's own error, which may hold each.

export function unavailable(message: string, remedy: string): SkillLoopError {
  return new SkillLoopError({ code: "MODEL_UNAVAILABLE", message, remedy });
}

export function quotaUsedUp(message: string, remedy: string): SkillLoopError {
  return new SkillLoopError({ code: "MODEL_QUOTA", message, remedy });
}

export function invalidOption(message: string, remedy: string): SkillLoopError {
  return new SkillLoopError({ code: "INVALID_OPTIONS", message, remedy });
}
