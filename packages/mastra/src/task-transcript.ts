import { type ProviderPrompt, promptTranscript, type Transcript } from "@skillloop/core/adapter";
import { readField } from "./read-field.ts";

/**
 * A request's prompt as its run sees it. Mastra may put user messages behind the run's task while it works
 * (reminders, signals): they are no new task, and the block stays where it stood in the first request.
 */
export function taskTranscript(prompt: ProviderPrompt, task: string | undefined): Transcript {
  const transcript = promptTranscript(prompt);
  if (task === undefined || task === "" || transcript.task === task) return transcript;
  for (let end = transcript.taskMessage; end > 0; end -= 1) {
    if (readField(prompt[end], "role") !== "user") continue;
    const earlier = promptTranscript(prompt.slice(0, end));
    if (earlier.task !== task) continue;
    return promptTranscript(
      prompt.map((message, at) =>
        at > earlier.taskMessage && readField(message, "role") === "user"
          ? { ...(message as object), role: "system" }
          : message,
      ),
    );
  }
  return transcript;
}

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
