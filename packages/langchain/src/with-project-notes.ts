import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import { type BaseMessage, coerceMessageLikeToMessage, HumanMessage } from "@langchain/core/messages";
import { type Runnable, type RunnableConfig, RunnableLambda } from "@langchain/core/runnables";
import {
  type AdapterOptions,
  assertLoop,
  type LangchainCall,
  langchainMessagesWithNotes,
  langchainTranscript,
  type Notes,
  noNotes,
  RunTable,
  recorderIn,
  type Transcript,
} from "@skillloop/core/adapter/langchain";
import { middlewareCall } from "./middleware-call.ts";
import { parentRunIdIn } from "./parent-run-id-in.ts";

/** What puts notes into a chain. It records nothing: that is the callback handler's. */
export type ProjectNotesOptions = Pick<AdapterOptions<LangchainCall>, "loop" | "scope">;

/**
 * A step for a chain, between its prompt and its model: gives the messages with what is known of their task,
 * and of each result in them that failed, in copies. It keeps nothing between calls. With a
 * `SkillLoopCallbackHandler` of the same loop in the callbacks, both use the notes of the handler's run.
 *
 * @example
 * const chain = prompt.pipe(withProjectNotes({ loop })).pipe(model);
 */
export function withProjectNotes(
  options: ProjectNotesOptions,
): Runnable<BaseLanguageModelInput, BaseMessage[]> {
  assertLoop(options);
  const { loop } = options;
  const table = new RunTable<LangchainCall>({ ...options, record: false });

  async function notesFor(
    messages: readonly BaseMessage[],
    config: RunnableConfig | undefined,
  ): Promise<{ readonly transcript: Transcript; readonly notes: Notes }> {
    const facts = { tags: config?.tags ?? [], metadata: config?.metadata ?? {} };
    const shared = await recorderIn(config?.callbacks, loop)?.requestIn(
      messages,
      parentRunIdIn(config?.callbacks),
      facts,
    );
    if (shared !== undefined) {
      return { transcript: shared.transcript, notes: await shared.run.notes(shared.transcript) };
    }
    const transcript = langchainTranscript(messages);
    const run = table.runOf({ call: middlewareCall(messages, facts), transcript });
    if (run === undefined) return { transcript, notes: noNotes };
    run.observe(transcript);
    const notes = await run.notes(transcript);
    void table.end(run, "completed");
    return { transcript, notes };
  }

  return RunnableLambda.from(async (input: BaseLanguageModelInput, config?: RunnableConfig) => {
    const messages = messagesOf(input);
    try {
      const { transcript, notes } = await notesFor(messages, config);
      return [...langchainMessagesWithNotes(messages, transcript, notes)];
    } catch (error) {
      loop.report(error, "langchain.project-notes");
      return messages;
    }
  }).withConfig({ runName: "ProjectNotes" });
}

/** What a chat model makes of its input. */
function messagesOf(input: BaseLanguageModelInput): BaseMessage[] {
  if (typeof input === "string") return [new HumanMessage(input)];
  return Array.isArray(input) ? input.map(coerceMessageLikeToMessage) : input.toChatMessages();
}
