import { AsyncLocalStorage } from "node:async_hooks";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, isToolMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type {
  ScriptedCall,
  ScriptedReply,
  SeenMessage,
  SeenRequest,
} from "@skillloop/core/testing/adapter-contract";

/** Who is asking: agents that share one model object are told apart by where their turn was started. */
export interface ModelSession {
  readonly requests: SeenRequest[];
  readonly reply: (request: SeenRequest, index: number) => ScriptedReply;
}

const sessions = new AsyncLocalStorage<ModelSession>();

/** Runs a turn whose requests belong to this session. */
export function inSession<T>(session: ModelSession, body: () => Promise<T>): Promise<T> {
  return sessions.run(session, body);
}

/** A chat model that does what its script says, and remembers what it was sent. */
export class ScriptedChatModel extends BaseChatModel {
  readonly #session: ModelSession | undefined;

  constructor(session?: ModelSession) {
    super({});
    this.#session = session;
  }

  override _llmType(): string {
    return "scripted";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const reply = this.#ask(messages);
    await waitFor(reply, options.signal);
    const message = new AIMessage({ content: textOf(reply), ...callsOf(reply) });
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const reply = this.#ask(messages);
    const text = textOf(reply);
    const parts = text === "" ? [] : [text.slice(0, 3), text.slice(3)];
    for (const part of parts) yield await told(new AIMessageChunk(part), runManager);
    await waitFor(reply, options.signal);
    if ("calls" in reply) {
      const message = new AIMessageChunk({
        content: "",
        tool_call_chunks: reply.calls.map(({ id, tool, input }, index) => ({
          id,
          name: tool,
          args: typeof input === "string" ? input : JSON.stringify(input),
          index,
          type: "tool_call_chunk",
        })),
      });
      yield await told(message, runManager);
    }
  }

  #ask(messages: readonly BaseMessage[]): ScriptedReply {
    const session = this.#session ?? sessions.getStore();
    if (session === undefined) throw new Error("The scripted model was asked outside any session.");
    const request = seenRequest(messages);
    session.requests.push(request);
    return session.reply(request, session.requests.length - 1);
  }
}

async function told(
  message: AIMessageChunk,
  runManager: CallbackManagerForLLMRun | undefined,
): Promise<ChatGenerationChunk> {
  const chunk = new ChatGenerationChunk({ text: message.text, message });
  await runManager?.handleLLMNewToken(message.text, undefined, undefined, undefined, undefined, { chunk });
  return chunk;
}

/** A real model takes its time, and stops when it is told to. */
async function waitFor(reply: ScriptedReply, signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 4));
  if ("error" in reply) throw reply.error;
  if (!("hang" in reply)) return;
  await new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

const textOf = (reply: ScriptedReply): string => ("text" in reply ? (reply.text ?? "") : "");

function callsOf(reply: ScriptedReply): Pick<AIMessage, "tool_calls" | "invalid_tool_calls"> | undefined {
  if (!("calls" in reply)) return undefined;
  const fine = (call: ScriptedCall): boolean => typeof call.input !== "string";
  return {
    tool_calls: reply.calls.filter(fine).map(({ id, tool, input }) => ({
      id,
      name: tool,
      args: typeof input === "string" ? {} : { ...input },
    })),
    invalid_tool_calls: reply.calls
      .filter((call) => !fine(call))
      .map(({ id, tool, input }) => ({ id, name: tool, args: String(input), error: "Malformed args." })),
  };
}

const roles: Readonly<Record<string, SeenMessage["role"]>> = {
  human: "user",
  ai: "assistant",
  tool: "tool",
  system: "system",
};

function seenRequest(messages: readonly BaseMessage[]): SeenRequest {
  return {
    messages: messages.map((message) => ({
      role: roles[message.type] ?? "user",
      text: withoutStack(message.text),
      ...(isToolMessage(message) && { callId: message.tool_call_id }),
    })),
    raw: JSON.stringify(messages.map(plainMessage)),
  };
}

/** LangChain puts an error's stack into some results, and a stack is another one each time. */
const withoutStack = (text: string): string => text.replaceAll(/\n\s+at [^\n]*/g, "");

/** A message without what changes by itself: ids, stacks, and what a provider says of its answer. */
export function plainMessage(message: BaseMessage): unknown {
  const { data } = message.toDict();
  const { id: _id, response_metadata: _facts, ...kwargs } = data as unknown as Record<string, unknown>;
  const { content } = message;
  return {
    type: message.type,
    ...kwargs,
    content: typeof content === "string" ? withoutStack(content) : content,
  };
}
