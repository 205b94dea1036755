import { readField } from "@skillloop/core/adapter";

/**
 * The message objects that we made to put notes in. Mastra hands the messages of a request on to agents that
 * the model calls as tools: by then the model has them, so ours are given back their original content.
 */
export class OwnCopies {
  readonly #originals = new WeakMap<object, unknown>();

  made(before: readonly unknown[], after: readonly unknown[]): void {
    for (const [at, message] of after.entries()) {
      if (message === before[at] || typeof message !== "object" || message === null) continue;
      this.#originals.set(message, readField(before[at], "content"));
    }
  }

  putBack(messages: unknown): void {
    if (!Array.isArray(messages)) return;
    for (const message of messages) {
      if (typeof message !== "object" || message === null || !this.#originals.has(message)) continue;
      Object.assign(message, { content: this.#originals.get(message) });
    }
  }
}
