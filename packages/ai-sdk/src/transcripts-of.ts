import {
  type ProviderPrompt,
  promptTranscript,
  type Transcript,
  taskTranscript,
} from "@skillloop/core/adapter";

/** A prompt as a run with this task sees it. */
export type ReadTranscript = (said: string | undefined) => Transcript;

/** Reads a prompt once for all who ask: a long conversation costs more than all else that is done with a request. */
export function transcriptsOf(prompt: ProviderPrompt): ReadTranscript {
  const plain = promptTranscript(prompt);
  const others = new Map<string, Transcript>();
  return (said = "") => {
    if (said === "" || said === plain.task) return plain;
    const read = others.get(said) ?? taskTranscript(prompt, said);
    others.set(said, read);
    return read;
  };
}
