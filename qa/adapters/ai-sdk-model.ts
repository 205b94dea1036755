import type { Reply, Request, Script } from "./script.ts";

interface Part {
  readonly type: string;
  readonly text?: string;
  readonly output?: { readonly value?: unknown };
}

interface Message {
  readonly role: string;
  readonly content: string | readonly Part[];
}

interface CallOptions {
  readonly prompt: readonly Message[];
  readonly [name: string]: unknown;
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A provider's model of the AI SDK, of the specification a major expects, that answers at once. */
export function aiSdkModel(script: Script, specificationVersion: string): object {
  const older = specificationVersion === "v2";
  const finish = (reason: string) => (older ? reason : { unified: reason, raw: reason });
  const spent = older ? { inputTokens: 1, outputTokens: 1, totalTokens: 2 } : usage;
  return {
    specificationVersion,
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate(options: CallOptions) {
      const reply = script.reply(readRequest(options));
      return {
        content: "text" in reply ? [{ type: "text", text: reply.text }] : reply.calls.map(toolCall),
        finishReason: finish("text" in reply ? "stop" : "tool-calls"),
        usage: spent,
        warnings: [],
      };
    },
    async doStream(options: CallOptions) {
      const reply = script.reply(readRequest(options));
      const parts = [
        { type: "stream-start", warnings: [] },
        ...streamed(reply),
        { type: "finish", finishReason: finish("text" in reply ? "stop" : "tool-calls"), usage: spent },
      ];
      return {
        stream: new ReadableStream({
          start(controller) {
            for (const part of parts) controller.enqueue(part);
            controller.close();
          },
        }),
      };
    },
  };
}

function toolCall({ id, input }: { readonly id: string; readonly input: object }): object {
  return { type: "tool-call", toolCallId: id, toolName: "bash", input: JSON.stringify(input) };
}

function streamed(reply: Reply): readonly object[] {
  if (!("text" in reply)) return reply.calls.map(toolCall);
  return [
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: reply.text },
    { type: "text-end", id: "1" },
  ];
}

function readRequest(options: CallOptions): Request {
  const { prompt } = options;
  let at = prompt.length - 1;
  let step = 0;
  for (; at >= 0 && prompt[at]?.role !== "user"; at -= 1) if (prompt[at]?.role === "assistant") step += 1;
  const last = prompt.at(-1);
  return {
    task: textOf(prompt[at]),
    step,
    result: last?.role === "tool" ? textOf(last) : "",
    messages: () => prompt.map((message) => JSON.stringify(message, withoutTime)),
    rest: () => {
      const { prompt: _left, abortSignal: _changes, ...rest } = options;
      return JSON.stringify(rest);
    },
  };
}

/** Mastra tells the model when a message was written: no two runs have that in common. */
function withoutTime(key: string, value: unknown): unknown {
  return key === "createdAt" ? undefined : value;
}

function textOf(message: Message | undefined): string {
  if (message === undefined) return "";
  if (typeof message.content === "string") return message.content;
  return message.content
    .map(({ text, output }) => text ?? (typeof output?.value === "string" ? output.value : ""))
    .join("\n");
}
