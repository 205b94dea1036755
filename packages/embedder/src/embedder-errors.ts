import { SkillLoopError } from "@skillloop/core/adapter";
import type { FailedPart } from "./worker-messages.ts";

export function closedError(): SkillLoopError {
  return new SkillLoopError({
    code: "CLOSED",
    message: "The embedder is closed.",
    remedy: "Make a new one, and close it after its last use.",
  });
}

export function invalidOption(message: string, remedy: string, cause?: unknown): SkillLoopError {
  return new SkillLoopError({ code: "INVALID_OPTIONS", message, remedy, cause });
}

export function unavailable(message: string, remedy: string, cause?: unknown): SkillLoopError {
  return new SkillLoopError({ code: "EMBEDDER_UNAVAILABLE", message, remedy, cause });
}

/** What a worker's failure means to the reader. */
export function localFailure(part: FailedPart, modelId: string, cause: unknown): SkillLoopError {
  if (part === "runtime") {
    return new SkillLoopError({
      code: "NATIVE_MISSING",
      message: "ONNX Runtime could not be loaded.",
      remedy:
        "Install onnxruntime-node where it has a library (Linux with glibc, Windows, macOS on Apple silicon), or embed with openAICompatibleEmbedder.",
      cause,
    });
  }
  if (part === "texts") {
    return unavailable(`The model ${modelId} could not embed the texts.`, "Look at the cause.", cause);
  }
  return unavailable(
    `The ${part} of ${modelId} could not be loaded.`,
    "See that its folder is whole; for the bundled one install @skillloop/embedder anew, and leave it out of bundles.",
    cause,
  );
}

/** @throws SkillLoopError `INVALID_OPTIONS` for a list that holds anything but texts. */
export function assertTexts(texts: readonly string[]): void {
  if (Array.isArray(texts) && texts.every((text) => typeof text === "string")) return;
  throw invalidOption("The embedder was given something else than a list of texts.", "Give it strings.");
}

/** @throws SkillLoopError `INVALID_OPTIONS` for anything but a whole number of at least `least`. */
export function assertCount(name: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw invalidOption(
    `The option ${name} of the embedder cannot be that.`,
    `Give a whole number from ${least}.`,
  );
}
