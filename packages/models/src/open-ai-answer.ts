import { type RawAnswer, readField, readList } from "@skillloop/core/adapter";

/** Reads a chat completion, of whichever server. */
export function readOpenAiAnswer(reply: unknown): RawAnswer {
  const [choice] = readList(reply, "choices");
  const message = readField(choice, "message");
  const said = textOf(readField(message, "content")) || textOf(readField(message, "refusal"));
  const usage = readField(reply, "usage");
  const cached = count(readField(readField(usage, "prompt_tokens_details"), "cached_tokens"));
  const model = readField(reply, "model");
  return {
    text: said || calledWith(message),
    // Servers have two names for the channel.
    reasoning: textOf(readField(message, "reasoning_content")) || textOf(readField(message, "reasoning")),
    finish: finishOf(readField(choice, "finish_reason")),
    usage: {
      inputTokens: count(readField(usage, "prompt_tokens")),
      outputTokens: count(readField(usage, "completion_tokens")),
      ...(cached > 0 && { cachedInputTokens: cached }),
    },
    ...(typeof model === "string" && model !== "" && { model }),
  };
}

/** A model that answered as if it called a tool: what it called it with, in order, whatever ids the calls have (PR3). */
function calledWith(message: unknown): string {
  return readList(message, "tool_calls")
    .map((call) => readField(readField(call, "function"), "arguments"))
    .map((given) => (typeof given === "string" ? given : (JSON.stringify(given) ?? "")))
    .join("\n");
}

/** A text, or a list of parts. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.map((part: unknown) => readField(part, "text"));
  return texts.filter((text) => typeof text === "string").join("");
}

function finishOf(word: unknown): RawAnswer["finish"] {
  if (word === "stop" || word === "tool_calls" || word === "function_call") return "stop";
  return word === "length" || word === "max_tokens" ? "length" : "other";
}

export function count(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : 0;
}
