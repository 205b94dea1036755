import { asyncContext } from "./async-context.ts";

const context = asyncContext<true>();
/** Where the runtime has no asynchronous context, the request itself tells. */
const prompts = new WeakSet<object>();

/** Asks a model for SkillLoop itself: a middleware of ours around it neither records nor injects. */
export function asOwnCall<Answer>(prompt: object, send: () => Answer): Answer {
  prompts.add(prompt);
  return context.run(true, send);
}

export const isOwnCall = (prompt: unknown): boolean =>
  context.getStore() === true || (typeof prompt === "object" && prompt !== null && prompts.has(prompt));
