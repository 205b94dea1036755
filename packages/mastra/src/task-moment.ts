import { type ProviderPrompt, readField, type Transcript } from "@skillloop/core/adapter";

/** When the task was said, as Mastra stamps it: it survives a suspension, also in another process. */
export function taskMoment(prompt: ProviderPrompt, { taskMessage }: Transcript): number | undefined {
  const content = readField(prompt[taskMessage], "content");
  if (!Array.isArray(content)) return undefined;
  for (const part of content) {
    const stamp = readField(readField(readField(part, "providerOptions"), "mastra"), "createdAt");
    if (typeof stamp === "number") return stamp;
  }
  return undefined;
}
