import { MockLanguageModelV3, simulateReadableStream } from "ai/test";
import { nextMove } from "./warehouse.ts";

type Options = Parameters<MockLanguageModelV3["doGenerate"]>[0];
type Answer = Awaited<ReturnType<MockLanguageModelV3["doGenerate"]>>;
type Part =
  Awaited<ReturnType<MockLanguageModelV3["doStream"]>>["stream"] extends ReadableStream<infer P> ? P : never;

/** The AI SDK's own mock model, with the warehouse worker's mind. It answers at once, or as a stream. */
export function scriptedAiSdkModel() {
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => answer(prompt),
    doStream: async ({ prompt }) => ({ stream: simulateReadableStream({ chunks: partsOf(answer(prompt)) }) }),
  });
}

function answer(prompt: Options["prompt"]): Answer {
  const asked = prompt.findLastIndex(({ role }) => role === "user");
  const move = nextMove({
    text: prompt.map(({ content }) => textOf(content)).join("\n"),
    task: textOf(prompt[asked]?.content),
    results: prompt
      .slice(asked + 1)
      .filter(({ role }) => role === "tool")
      .map(({ content }) => textOf(content)),
  });
  const calls = !("say" in move);
  return {
    content: calls
      ? [
          {
            type: "tool-call",
            toolCallId: move.id,
            toolName: "ship_order",
            input: JSON.stringify({ order: move.order, carrier: move.carrier }),
          },
        ]
      : [{ type: "text", text: move.say }],
    finishReason: { unified: calls ? "tool-calls" : "stop", raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  };
}

function partsOf({ content, finishReason, usage }: Answer): Part[] {
  const parts = content.flatMap((part): Part[] =>
    part.type === "text"
      ? [
          { type: "text-start", id: "1" },
          { type: "text-delta", id: "1", delta: part.text },
          { type: "text-end", id: "1" },
        ]
      : part.type === "tool-call"
        ? [part]
        : [],
  );
  return [{ type: "stream-start", warnings: [] }, ...parts, { type: "finish", finishReason, usage }];
}

/** All words of a message's content, whatever parts it is made of. */
function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content)) return content.map(textOf).join("\n");
  if (typeof content !== "object" || content === null) return "";
  return Object.entries(content)
    .filter(([key]) => ["text", "output", "value"].includes(key))
    .map(([, value]) => textOf(value))
    .join("\n");
}
