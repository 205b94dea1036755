import { langchainMessagesWithNotes } from "@skillloop/core/adapter/langchain";
import { hintKey } from "./hint-key.ts";
import { readTurn } from "./read-turn.ts";
import type { SkillLoopNotes } from "./skill-loop-notes.ts";

/**
 * The messages for a model call inside your agent node: what is known about the task behind the user's
 * message, and each hint behind the result it is about, in copies. Gives back the same array when there is
 * nothing to add, and never changes the state.
 *
 * @param messages what you would send without SkillLoop, where that is not all of `state.messages`
 *
 * @example
 * const agent = async (state) => ({ messages: [await model.invoke(messagesWithNotes(state))] });
 */
export function messagesWithNotes<Message>(
  state: { readonly messages: readonly Message[]; readonly skillloop?: SkillLoopNotes | undefined },
  messages: readonly Message[] = state.messages,
): Message[] {
  // The array of the state goes out as it came in, and who calls a model does not change it.
  const unchanged = messages as Message[];
  try {
    const { skillloop } = state;
    if (skillloop === undefined || (skillloop.block === "" && Object.keys(skillloop.hints).length === 0)) {
      return unchanged;
    }
    const { transcript, notes } = readTurn(messages, skillloop, { elsewhere: messages !== state.messages });
    const hints = transcript.entries.flatMap((entry) => {
      if (entry.kind !== "result") return [];
      const text = skillloop.hints[hintKey(entry.result.id, entry.occurrence)] ?? "";
      return text === "" ? [] : [{ message: entry.message, place: entry.place, text }];
    });
    return langchainMessagesWithNotes(messages, transcript, {
      block: notes?.block ?? "",
      hints,
    }) as Message[];
  } catch {
    return unchanged;
  }
}
