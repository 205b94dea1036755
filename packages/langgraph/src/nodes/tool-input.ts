import { emptyNotes, type SkillLoopNotes } from "../state/skill-loop-notes.ts";

export interface ToolInput {
  readonly messages: readonly unknown[];
  readonly notes: SkillLoopNotes | undefined;
}

/** What a tool node was given: a state, a list of messages, or one call that was sent with its state. */
export function readToolInput(input: unknown): ToolInput {
  if (Array.isArray(input)) return { messages: input, notes: undefined };
  if (typeof input !== "object" || input === null) return { messages: [], notes: undefined };
  const messages = "messages" in input && Array.isArray(input.messages) ? input.messages : [];
  return { messages, notes: "skillloop" in input ? readNotes(input.skillloop) : undefined };
}

function readNotes(value: unknown): SkillLoopNotes | undefined {
  return typeof value === "object" && value !== null && "runId" in value && "hints" in value
    ? { ...emptyNotes(), ...(value as SkillLoopNotes) }
    : undefined;
}
