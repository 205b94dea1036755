import { readField } from "@skillloop/core/adapter";
import type { ProviderParams } from "./ai-sdk-call.ts";
import type { ModelRequest } from "./model-request.ts";

interface Leaving {
  readonly params: object;
  readonly request: ModelRequest;
}

/**
 * The requests between `transformParams` and the call that sends them, oldest first. All the SDK tells of
 * which call goes on is the parameters; a middleware that a host has put together by hand may hand on a copy
 * of them, in which only the prompt is the same object.
 */
export class LeavingRequests {
  readonly #byPrompt = new WeakMap<object, Leaving[]>();

  add(params: ProviderParams, request: ModelRequest): void {
    const { prompt } = params;
    const leaving = this.#byPrompt.get(prompt);
    if (leaving === undefined) this.#byPrompt.set(prompt, [{ params, request }]);
    else leaving.push({ params, request });
  }

  take(params: unknown): ModelRequest | undefined {
    const prompt = readField(params, "prompt");
    const leaving = typeof prompt === "object" && prompt !== null ? this.#byPrompt.get(prompt) : undefined;
    if (leaving === undefined) return undefined;
    const own = leaving.findIndex((one) => one.params === params);
    return leaving.splice(Math.max(own, 0), 1)[0]?.request;
  }
}
