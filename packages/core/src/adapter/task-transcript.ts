import { readField } from "../trace/json-value.ts";
import { type ProviderPrompt, promptTranscript } from "./provider-prompt.ts";
import type { Transcript } from "./transcript.ts";

/**
 * A request's prompt as a run with this task sees it. Hosts and frameworks put user messages behind the task
 * while a run works (reminders, signals): they are no new task, and the block stays where it stood in the
 * first request. A prompt in which no user said the task is read as it is.
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
