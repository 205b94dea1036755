import type { SkillLoopUpdate } from "../state/skill-loop-notes.ts";

/** The messages in what a tool node returns: a state, a list of messages, or states and commands in a list. */
export function writtenMessages(output: unknown): readonly unknown[] {
  if (Array.isArray(output)) return output.flatMap(partMessages);
  return partMessages(output);
}

/** A command stands for the messages that it writes: it is read like a message. */
function partMessages(part: unknown): readonly unknown[] {
  if (typeof part !== "object" || part === null) return [];
  return "messages" in part && Array.isArray(part.messages) ? part.messages : [part];
}

/** What a tool node returns, with an update of ours beside it. */
export function withUpdate<Output>(output: Output, skillloop: SkillLoopUpdate): Output {
  if (!Array.isArray(output)) return { ...output, skillloop };
  return [...output, { skillloop }] as Output;
}
