import {
  type AskedEntry,
  promptTranscript,
  type ResultEntry,
  readField,
  readList,
  readText,
} from "@skillloop/core/adapter";

/** What a model answered, as a run records it. */
export interface ModelResponse {
  readonly asked: readonly AskedEntry[];
  readonly results: readonly ResultEntry[];
  /** Ids of calls that wait for a person. */
  readonly approvals: readonly string[];
  /** True when the host has no call to carry out and the provider none to answer: the loop is over. */
  readonly isFinal: boolean;
  readonly failed: boolean;
  readonly error?: unknown;
}

const isCall = (part: unknown): boolean => readField(part, "type") === "tool-call";

/** Collects the parts of one response; those of a stream and those of a whole answer give the same. */
export class ResponseReader {
  readonly #parts: unknown[] = [];
  readonly #texts = new Map<unknown, { type: "text"; text: string }>();
  readonly #approvals: string[] = [];
  #finish: unknown;
  #error: unknown;
  #hasError = false;
  #isOver = false;

  /** True from the part that ends a stream on, be it the last or an error. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether the response has asked for this call so far. */
  hasCall(id: string): boolean {
    return this.#parts.some((part) => isCall(part) && readField(part, "toolCallId") === id);
  }

  /** A whole answer, as `doGenerate` gives it. */
  result(result: unknown): void {
    for (const part of readList(result, "content")) this.part(part);
    this.#finished(readField(result, "finishReason"));
  }

  /** One part of a stream, or of a whole answer. */
  part(part: unknown): void {
    switch (readField(part, "type")) {
      case "text-delta":
        this.#delta(readField(part, "id"), readText(part, "delta") ?? "");
        break;
      case "text":
      case "tool-call":
        this.#parts.push(part);
        break;
      case "tool-result":
        if (readField(part, "preliminary") !== true) this.#parts.push(part);
        break;
      case "tool-approval-request":
        this.#approvals.push(readText(part, "toolCallId") ?? "");
        break;
      case "error":
        this.#error = readField(part, "error");
        this.#hasError = true;
        this.#isOver = true;
        break;
      case "finish":
        this.#finished(readField(part, "finishReason"));
        break;
      default:
    }
  }

  read(): ModelResponse {
    const { entries } = promptTranscript([{ role: "assistant", content: this.#parts }]);
    const answered = new Set(
      this.#parts
        .filter((part) => readField(part, "type") === "tool-result")
        .map((part) => readField(part, "toolCallId")),
    );
    const isOpen = (call: unknown): boolean =>
      readField(call, "providerExecuted") !== true || !answered.has(readField(call, "toolCallId"));
    return {
      asked: entries.filter((entry) => entry.kind === "asked"),
      results: entries.filter((entry) => entry.kind === "result"),
      approvals: this.#approvals,
      isFinal: !this.#parts.some((part) => isCall(part) && isOpen(part)),
      failed: this.#hasError || finishWord(this.#finish) === "error",
      ...(this.#hasError && { error: this.#error }),
    };
  }

  #delta(id: unknown, delta: string): void {
    const begun = this.#texts.get(id);
    if (begun !== undefined) {
      begun.text += delta;
      return;
    }
    const text = { type: "text" as const, text: delta };
    this.#texts.set(id, text);
    this.#parts.push(text);
  }

  #finished(reason: unknown): void {
    this.#finish = reason;
    this.#isOver = true;
  }
}

/** A word in version 5, an object with a unified one from version 6 on. */
export function finishWord(reason: unknown): string | undefined {
  return typeof reason === "string" ? reason : readText(reason, "unified");
}
