import { type RawAnswer, readField, readList } from "@skillloop/core/adapter";
import { count } from "./open-ai-answer.ts";

/** Reads a message of Anthropic's. What was read from or written to the cache is part of the input. */
export function readAnthropicAnswer(reply: unknown): RawAnswer {
  const blocks = readList(reply, "content");
  const of = (type: string, key: string): readonly unknown[] =>
    blocks.filter((block) => readField(block, "type") === type).map((block) => readField(block, key));
  const said = of("text", "text").filter((text) => typeof text === "string");
  const usage = readField(reply, "usage");
  const cached = count(readField(usage, "cache_read_input_tokens"));
  const written = count(readField(usage, "cache_creation_input_tokens"));
  const model = readField(reply, "model");
  return {
    // A model that answered as if it called a tool: what it called it with, in order, whatever ids the calls have (PR3).
    text:
      said.join("") ||
      of("tool_use", "input")
        .map((input) => JSON.stringify(input) ?? "")
        .join("\n"),
    reasoning: of("thinking", "thinking")
      .filter((text) => typeof text === "string")
      .join(""),
    finish: finishOf(readField(reply, "stop_reason")),
    usage: {
      inputTokens: count(readField(usage, "input_tokens")) + cached + written,
      outputTokens: count(readField(usage, "output_tokens")),
      ...(cached > 0 && { cachedInputTokens: cached }),
    },
    ...(typeof model === "string" && model !== "" && { model }),
  };
}

function finishOf(word: unknown): RawAnswer["finish"] {
  if (word === "end_turn" || word === "stop_sequence" || word === "tool_use") return "stop";
  return word === "max_tokens" || word === "model_context_window_exceeded" ? "length" : "other";
}
