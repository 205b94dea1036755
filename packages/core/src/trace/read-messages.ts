import { dropResent } from "./drop-resent.ts";
import { readAiSdk } from "./read-ai-sdk.ts";
import { readAnthropic } from "./read-anthropic.ts";
import { readLangchain } from "./read-langchain.ts";
import { readOpenAiChat } from "./read-openai-chat.ts";
import { readOpenAiResponses } from "./read-openai-responses.ts";
import { readSweAgent } from "./read-swe-agent.ts";
import { type MessageFormat, recogniseFormat } from "./recognise-format.ts";
import type { TraceEvent } from "./trace-event.ts";

const readers: Readonly<Record<MessageFormat, (messages: readonly unknown[]) => readonly TraceEvent[]>> = {
  "openai-chat": readOpenAiChat,
  "openai-responses": readOpenAiResponses,
  anthropic: readAnthropic,
  "ai-sdk": readAiSdk,
  langchain: readLangchain,
  "swe-agent": readSweAgent,
};

/** A list of messages as events; `undefined` when it is in no format that is known. */
export function readMessages(
  messages: readonly unknown[],
  declared?: string,
): readonly TraceEvent[] | undefined {
  const format = recogniseFormat(messages, declared);
  return format === undefined ? undefined : dropResent(readers[format](messages));
}
