import type { GenerateRequest, GenerateResult, LanguageModel, ModelRole } from "../ports/language-model.ts";

/** Answers by what was asked; an `Error` is rejected with. */
export type RoleAnswers = Partial<
  Readonly<Record<ModelRole, (request: GenerateRequest<unknown>, call: number) => unknown>>
>;

export interface RoleLanguageModel extends LanguageModel {
  /** Every request in the order of arrival. */
  readonly calls: readonly Readonly<GenerateRequest<unknown>>[];
}

/** A model for whole-loop tests, where calls of several traces come in any order. A role without an answer rejects. */
export function roleLanguageModel(answers: RoleAnswers, { id = "by-role" } = {}): RoleLanguageModel {
  const calls: Readonly<GenerateRequest<unknown>>[] = [];
  return {
    id,
    calls,
    async generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>> {
      request.signal?.throwIfAborted();
      const asked = Object.freeze({ ...request }) as Readonly<GenerateRequest<unknown>>;
      calls.push(asked);
      const answer = answers[request.role];
      if (answer === undefined) throw new Error(`Nobody answers for the role ${request.role}.`);
      const value = answer(asked, calls.filter(({ role }) => role === request.role).length);
      if (value instanceof Error) throw value;
      return {
        value: request.schema.parse(value),
        usage: { inputTokens: request.prompt.length, outputTokens: JSON.stringify(value).length },
        finish: "stop",
      };
    },
  };
}
