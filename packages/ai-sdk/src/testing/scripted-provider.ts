import type { ScriptedReply } from "@skillloop/core/testing/adapter-contract";
import type { AiVersion } from "./ai-module.ts";

/** A request as the model was sent it. */
export interface ProviderRequest {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[];
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly providerOptions?: unknown;
  readonly abortSignal?: AbortSignal;
  readonly tools?: unknown;
  readonly responseFormat?: { readonly type: string };
}

export type Replier = (request: ProviderRequest, mode: "generate" | "stream") => ScriptedReply;

const specifications = { 5: "v2", 6: "v3", 7: "v4" } as const;

export const finishOf = (version: AiVersion, word: string): unknown =>
  version === 5 ? word : { unified: word, raw: word };

export const usageOf = (version: AiVersion): unknown =>
  version === 5
    ? { inputTokens: 7, outputTokens: 3, totalTokens: 10 }
    : {
        inputTokens: { total: 7, noCache: 7, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 3, text: 3, reasoning: 0 },
      };

/** The parts of an answer, as a provider writes them. */
function contentOf(reply: ScriptedReply): readonly Readonly<Record<string, unknown>>[] {
  if ("error" in reply) throw reply.error;
  const text = reply.text === undefined || reply.text === "" ? [] : [{ type: "text", text: reply.text }];
  const calls = "calls" in reply ? reply.calls : [];
  return [
    ...text,
    ...calls.map(({ id, tool, input }) => ({
      type: "tool-call",
      toolCallId: id,
      toolName: tool,
      input: typeof input === "string" ? input : JSON.stringify(input),
    })),
  ];
}

const finishWordOf = (reply: ScriptedReply): string => ("calls" in reply ? "tool-calls" : "stop");

export function streamParts(version: AiVersion, reply: ScriptedReply): readonly unknown[] {
  const parts = contentOf(reply).flatMap((part, index) =>
    part["type"] === "text"
      ? [
          { type: "text-start", id: `${index}` },
          { type: "text-delta", id: `${index}`, delta: part["text"] },
          ...("hang" in reply ? [] : [{ type: "text-end", id: `${index}` }]),
        ]
      : [part],
  );
  const finish = {
    type: "finish",
    finishReason: finishOf(version, finishWordOf(reply)),
    usage: usageOf(version),
  };
  return [{ type: "stream-start", warnings: [] }, ...parts, ...("hang" in reply ? [] : [finish])];
}

/** A stream of these parts, which stays open behind them when it hangs. */
export function streamOf(parts: readonly unknown[], hangs = false): ReadableStream<unknown> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      if (next < parts.length) controller.enqueue(parts[next]);
      else if (!hangs) controller.close();
      next += 1;
      return hangs && next > parts.length ? new Promise(() => {}) : undefined;
    },
  });
}

/** A model of the specification that this version of `ai` takes, written by hand. */
export function scriptedProvider(version: AiVersion, reply: Replier) {
  return {
    specificationVersion: specifications[version],
    provider: "scripted",
    modelId: "scripted-1",
    supportedUrls: {},
    async doGenerate(request: ProviderRequest): Promise<unknown> {
      const answer = reply(request, "generate");
      return {
        content: contentOf(answer),
        finishReason: finishOf(version, finishWordOf(answer)),
        usage: usageOf(version),
        warnings: [],
      };
    },
    async doStream(request: ProviderRequest): Promise<{ readonly stream: ReadableStream<unknown> }> {
      const answer = reply(request, "stream");
      return { stream: streamOf(streamParts(version, answer), "hang" in answer) };
    },
  };
}
