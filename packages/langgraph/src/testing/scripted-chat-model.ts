import { AsyncLocalStorage } from "node:async_hooks";
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import { BaseChatModel } from "@langchain/core/language_models/chat_models";
import { AIMessage, AIMessageChunk, type BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { ScriptedCall, ScriptedReply, SeenRequest } from "@skillloop/core/testing/adapter-contract";
import { seenRequest } from "./seen-request.ts";

/** What one agent's script says, and what it was sent: agents may share one model object. */
export interface Script {
  readonly requests: SeenRequest[];
  readonly reply: (request: SeenRequest, index: number) => ScriptedReply;
}

const scripts = new AsyncLocalStorage<Script>();

/** Runs a turn whose requests belong to this script. */
export const underScript = <T>(script: Script, body: () => Promise<T>): Promise<T> =>
  scripts.run(script, body);

/** A chat model that answers as its script says. */
export class ScriptedChatModel extends BaseChatModel {
  readonly #own: Script | undefined;
  /** The message objects of the latest request. */
  received: readonly BaseMessage[] = [];

  constructor(own?: Script) {
    super({});
    this.#own = own;
  }

  override _llmType(): string {
    return "scripted";
  }

  override bindTools(): this {
    return this;
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const reply = this.#ask(messages);
    await thinking(reply, options.signal);
    const message = new AIMessage({ content: said(reply), ...asked(reply) });
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const reply = this.#ask(messages);
    const words = said(reply);
    if (words !== "") {
      yield await passed(new AIMessageChunk(words.slice(0, 2)), runManager);
      yield await passed(new AIMessageChunk(words.slice(2)), runManager);
    }
    await thinking(reply, options.signal);
    if ("calls" in reply) {
      const tool_call_chunks = reply.calls.map(({ id, tool, input }, index) => {
        const args = typeof input === "string" ? input : JSON.stringify(input);
        return { id, name: tool, args, index, type: "tool_call_chunk" as const };
      });
      yield await passed(new AIMessageChunk({ content: "", tool_call_chunks }), runManager);
    }
  }

  #ask(messages: readonly BaseMessage[]): ScriptedReply {
    const script = this.#own ?? scripts.getStore();
    if (script === undefined) throw new Error("The scripted model has no script.");
    this.received = messages;
    const request = seenRequest(messages);
    script.requests.push(request);
    return script.reply(request, script.requests.length - 1);
  }
}

async function passed(
  message: AIMessageChunk,
  runManager: CallbackManagerForLLMRun | undefined,
): Promise<ChatGenerationChunk> {
  const chunk = new ChatGenerationChunk({ text: message.text, message });
  await runManager?.handleLLMNewToken(message.text, undefined, undefined, undefined, undefined, { chunk });
  return chunk;
}

/** Fails or hangs where the script says so; a hanging model stops when it is told to. */
async function thinking(reply: ScriptedReply, signal: AbortSignal | undefined): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 2));
  if ("error" in reply) throw reply.error;
  if (!("hang" in reply)) return;
  await new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

const said = (reply: ScriptedReply): string => ("text" in reply ? (reply.text ?? "") : "");

function asked(reply: ScriptedReply): Pick<AIMessage, "tool_calls" | "invalid_tool_calls"> {
  const calls: readonly ScriptedCall[] = "calls" in reply ? reply.calls : [];
  const tool_calls: NonNullable<AIMessage["tool_calls"]> = [];
  const invalid_tool_calls: NonNullable<AIMessage["invalid_tool_calls"]> = [];
  for (const { id, tool: name, input } of calls) {
    if (typeof input === "string")
      invalid_tool_calls.push({ id, name, args: input, error: "Malformed args." });
    else tool_calls.push({ id, name, args: { ...input } });
  }
  return { tool_calls, invalid_tool_calls };
}
