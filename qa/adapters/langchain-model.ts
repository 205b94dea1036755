import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import {
  type BaseChatModelCallOptions,
  type BindToolsInput,
  SimpleChatModel,
} from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage, type ToolMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { type Reply, type Request, type Script, TOOL } from "./script.ts";

interface CallOptions extends BaseChatModelCallOptions {
  readonly tools?: readonly { readonly name?: string }[];
}

/** A chat model of LangChain that answers at once. */
export class ScriptedChatModel extends SimpleChatModel<CallOptions> {
  readonly #script: Script;

  constructor(script: Script) {
    super({});
    this.#script = script;
  }

  _llmType(): string {
    return "scripted";
  }

  override bindTools(tools: BindToolsInput[]): Runnable<BaseLanguageModelInput, AIMessageChunk, CallOptions> {
    return this.withConfig({ tools: tools as CallOptions["tools"] & object });
  }

  async _call(): Promise<string> {
    throw new Error("a chat model is asked through _generate");
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const reply = this.#script.reply(readRequest(messages, options));
    const message = new AIMessage({ content: textOf(reply), tool_calls: callsOf(reply) });
    return { generations: [{ text: textOf(reply), message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const reply = this.#script.reply(readRequest(messages, options));
    const text = textOf(reply);
    const chunk = new ChatGenerationChunk({
      text,
      message: new AIMessageChunk({
        content: text,
        tool_call_chunks: callsOf(reply).map(({ id, name, args }, index) => ({
          id,
          name,
          args: JSON.stringify(args),
          index,
          type: "tool_call_chunk",
        })),
      }),
    });
    yield chunk;
    await runManager?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk });
  }
}

function textOf(reply: Reply): string {
  return "text" in reply ? reply.text : "";
}

function callsOf(reply: Reply) {
  if ("text" in reply) return [];
  return reply.calls.map(({ id, input }) => ({
    id,
    name: TOOL.name,
    args: { ...input },
    type: "tool_call" as const,
  }));
}

function readRequest(messages: readonly BaseMessage[], options: CallOptions): Request {
  let at = messages.length - 1;
  let step = 0;
  for (; at >= 0 && messages[at]?.type !== "human"; at -= 1) if (messages[at]?.type === "ai") step += 1;
  const last = messages.at(-1);
  return {
    task: contentText(messages[at]),
    step,
    result: last?.type === "tool" ? contentText(last) : "",
    messages: () => messages.map(stableMessage),
    rest: () => JSON.stringify({ stop: options.stop, tools: options.tools?.map(({ name }) => name) }),
  };
}

function contentText(message: BaseMessage | undefined): string {
  if (message === undefined) return "";
  if (typeof message.content === "string") return message.content;
  return message.content.map((part) => ("text" in part ? String(part.text) : "")).join("\n");
}

/** A message without its id, which LangGraph draws anew for each run. */
function stableMessage(message: BaseMessage): string {
  const { type, content, name, additional_kwargs, response_metadata } = message;
  const { tool_calls } = message as AIMessage;
  const { tool_call_id, status, artifact } = message as ToolMessage;
  return JSON.stringify({
    type,
    content,
    name,
    additional_kwargs,
    response_metadata,
    tool_calls,
    tool_call_id,
    status,
    artifact,
  });
}
