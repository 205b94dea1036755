import type { AgentConfig } from "@mastra/core/agent";
import { readField, readList, readText } from "@skillloop/core/adapter";
import type { ScriptedReply, SeenMessage, SeenRequest } from "@skillloop/core/testing/adapter-contract";
import { stableJson } from "./stable-json.ts";

/** Answers a request; `caller` is who sent it, for models that agents share. */
export type Answer = (request: SeenRequest, caller: string) => ScriptedReply;

type Model = Extract<AgentConfig["model"], { readonly specificationVersion: "v2" }>;
type Options = Parameters<Model["doStream"]>[0];
type Part = Awaited<ReturnType<Model["doStream"]>>["stream"] extends ReadableStream<infer P> ? P : never;
type Generated = Extract<Awaited<ReturnType<Model["doGenerate"]>>, { readonly content: unknown }>;
type Content = Generated["content"][number];

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };

/** A provider's model whose answers come from a script. */
export function scriptedModel(answer: Answer): Model {
  const replyTo = (options: Options): ScriptedReply =>
    answer(seenRequest(options), readText(readField(options.providerOptions, "contract"), "agent") ?? "");
  return {
    specificationVersion: "v2",
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate(options) {
      const reply = replyTo(options);
      if ("error" in reply) throw reply.error;
      return {
        content: contentOf(reply),
        finishReason: "calls" in reply ? "tool-calls" : "stop",
        usage,
        warnings: [],
      };
    },
    async doStream(options) {
      const reply = replyTo(options);
      if ("error" in reply) throw reply.error;
      return { stream: streamOf(reply, options.abortSignal) };
    },
  };
}

function contentOf(reply: Exclude<ScriptedReply, { readonly error: Error }>): Content[] {
  const text: Content[] = reply.text ? [{ type: "text", text: reply.text }] : [];
  const calls = "calls" in reply ? reply.calls : [];
  return [
    ...text,
    ...calls.map(({ id, tool, input }): Content => {
      const written = typeof input === "string" ? input : JSON.stringify(input);
      return { type: "tool-call", toolCallId: id, toolName: tool, input: written };
    }),
  ];
}

function streamOf(
  reply: Exclude<ScriptedReply, { readonly error: Error }>,
  signal: AbortSignal | undefined,
): ReadableStream<Part> {
  return new ReadableStream<Part>({
    start(controller) {
      controller.enqueue({ type: "stream-start", warnings: [] });
      for (const part of contentOf(reply)) {
        if (part.type === "text") {
          controller.enqueue({ type: "text-start", id: "1" });
          controller.enqueue({ type: "text-delta", id: "1", delta: part.text });
          controller.enqueue({ type: "text-end", id: "1" });
        } else if (part.type === "tool-call") controller.enqueue(part);
      }
      if ("hang" in reply) {
        signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
        return;
      }
      controller.enqueue({
        type: "finish",
        finishReason: "calls" in reply ? "tool-calls" : "stop",
        usage,
      });
      controller.close();
    },
  });
}

function seenRequest({ prompt, tools }: Pick<Options, "prompt" | "tools">): SeenRequest {
  return { messages: prompt.flatMap(seenMessages), raw: stableJson({ prompt, tools }) };
}

/** A tool message is one message for each result in it, as other frameworks have them. */
function seenMessages(message: Options["prompt"][number]): readonly SeenMessage[] {
  const { role, content } = message;
  if (typeof content === "string") return [{ role, text: content }];
  const parts: readonly unknown[] = content;
  if (role !== "tool") {
    return [
      {
        role,
        text: parts
          .map((part) => readText(part, "text"))
          .filter(Boolean)
          .join("\n\n"),
      },
    ];
  }
  return parts.map((part) => ({
    role,
    text: outputText(readField(part, "output")),
    callId: readText(part, "toolCallId") ?? "",
  }));
}

function outputText(output: unknown): string {
  const value = readField(output, "value");
  if (typeof value === "string") return value;
  if (readField(output, "type") !== "content") return JSON.stringify(value);
  return readList(output, "value")
    .map((item) => readText(item, "text"))
    .join("\n\n");
}
