import type { GenerateRequest, LanguageModel, ModelRole } from "@skillloop/core";

export type ModelsByRole = { readonly default: LanguageModel } & Partial<
  Readonly<Record<ModelRole, LanguageModel>>
>;

/** One model for each role, and `default` for the roles that are not named. */
export function modelByRole(models: ModelsByRole): LanguageModel {
  const of = (role: ModelRole): LanguageModel => models[role] ?? models.default;
  const idFor = (role: ModelRole): string => of(role).idFor?.(role) ?? of(role).id;
  return {
    id: models.default.id,
    idFor,
    async generate<T>(request: GenerateRequest<T>) {
      const result = await of(request.role).generate(request);
      return { ...result, model: result.model ?? idFor(request.role) };
    },
  };
}
