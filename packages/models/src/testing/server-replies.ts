import type { ServerReply } from "./scripted-server.ts";

export interface OpenAiReply {
  readonly reasoning?: string;
  /** Default `stop`. */
  readonly finish?: string;
  readonly model?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
}

/** A chat completion as OpenAI's servers give it. */
export function openAiReply(text: string | null, options: OpenAiReply = {}): ServerReply {
  const { reasoning, finish = "stop", model = "scripted-1", inputTokens = 7, outputTokens = 3 } = options;
  const message = {
    role: "assistant",
    content: text,
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
  };
  return {
    body: {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model,
      choices: [{ index: 0, message, finish_reason: finish }],
      usage: {
        prompt_tokens: inputTokens,
        completion_tokens: outputTokens,
        total_tokens: inputTokens + outputTokens,
      },
    },
  };
}

/** A message as Anthropic's servers give it. */
export function anthropicReply(
  content: string | readonly object[],
  options: { readonly stop?: string; readonly inputTokens?: number; readonly outputTokens?: number } = {},
): ServerReply {
  const { stop = "end_turn", inputTokens = 7, outputTokens = 3 } = options;
  return {
    body: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "scripted-1",
      content: typeof content === "string" ? [{ type: "text", text: content }] : content,
      stop_reason: stop,
      stop_sequence: null,
      usage: { input_tokens: inputTokens, output_tokens: outputTokens },
    },
  };
}

/** An error of status 400 and up, with OpenAI's body. */
export function errorReply(
  status: number,
  error: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): ServerReply {
  return { status, headers, body: { error } };
}
