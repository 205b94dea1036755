import type { SeenMessage, SeenRequest } from "@skillloop/core/testing/adapter-contract";
import type { ProviderRequest } from "./scripted-provider.ts";

const field = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined;

const partsOf = (content: unknown): readonly unknown[] => (Array.isArray(content) ? content : []);

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  const texts = partsOf(content).filter((part) => field(part, "type") === "text");
  return texts.map((part) => String(field(part, "text"))).join("\n");
}

function outputText(output: unknown): string {
  const value = field(output, "value") ?? field(output, "reason");
  if (field(output, "type") === "content") return textOf(value);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function seenMessages({ role, content }: ProviderRequest["prompt"][number]): readonly SeenMessage[] {
  if (role !== "tool") return [{ role: role as SeenMessage["role"], text: textOf(content) }];
  return partsOf(content)
    .filter((part) => field(part, "type") === "tool-result")
    .map((part) => ({
      role: "tool",
      text: outputText(field(part, "output")),
      callId: String(field(part, "toolCallId")),
    }));
}

/** What reached the model. Headers are the test's own, and a signal has no bytes. */
export function seenRequest(request: ProviderRequest): SeenRequest {
  const { abortSignal, headers, ...rest } = request;
  return { messages: request.prompt.flatMap(seenMessages), raw: JSON.stringify(rest) };
}
