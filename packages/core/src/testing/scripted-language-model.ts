import type { GenerateRequest, GenerateResult, LanguageModel, ModelRole } from "../ports/language-model.ts";

export interface ScriptedAnswer {
  readonly role: ModelRole;
  /** The value to answer with, or an error to reject with. It must fit the request's schema. */
  readonly answer: unknown;
  readonly finish?: GenerateResult<unknown>["finish"];
}

export interface ScriptedLanguageModel extends LanguageModel {
  /** Every request in order, frozen as it was made. */
  readonly calls: readonly Readonly<GenerateRequest<unknown>>[];
  /** Throws when an answer was never asked for: a test that expects too many calls must fail. */
  assertExhausted(): void;
}

/** A model that answers from a script, in order. A call out of order, or one too many, rejects. */
export function scriptedLanguageModel(script: readonly ScriptedAnswer[]): ScriptedLanguageModel {
  const calls: Readonly<GenerateRequest<unknown>>[] = [];
  return {
    id: "scripted",
    calls,
    async generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>> {
      const step = script[calls.length];
      calls.push(Object.freeze({ ...request }) as Readonly<GenerateRequest<unknown>>);
      if (step === undefined) throw new Error(`Unexpected model call ${calls.length}: role ${request.role}.`);
      if (step.role !== request.role) {
        throw new Error(
          `Model call ${calls.length} was scripted for ${step.role} but came from ${request.role}.`,
        );
      }
      if (step.answer instanceof Error) throw step.answer;
      const value = request.schema.parse(step.answer);
      return { value, usage: { inputTokens: 0, outputTokens: 0 }, finish: step.finish ?? "stop" };
    },
    assertExhausted() {
      if (calls.length >= script.length) return;
      throw new Error(`${script.length - calls.length} scripted model answers were never asked for.`);
    },
  };
}
