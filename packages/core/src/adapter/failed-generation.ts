import { readField, readFirst } from "../trace/json-value.ts";

/** What a model had written when its server refused it as no valid call (PR5); `""` for any other error. */
export function failedGeneration(error: unknown): string {
  // Clients keep the server's reply in the error, in its `error`, or in its `data`.
  for (const holder of [error, readField(error, "data"), readField(error, "cause")]) {
    const draft =
      readFirst(holder, ["failed_generation"]) ?? readField(readField(holder, "error"), "failed_generation");
    if (typeof draft === "string") return draft;
  }
  return "";
}
