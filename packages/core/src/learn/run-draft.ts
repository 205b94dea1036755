import type { LanguageModel } from "../ports/language-model.ts";

const mostRequests = 2;

/**
 * What a model wrote, and what it wrote after being told what is wrong with that: a flawed draft is asked for once more, unless
 * its answer took the repair already. In the order of writing. Rejects with what `ask` rejects with.
 */
export async function draftsOf<Draft>(
  model: LanguageModel,
  ask: (model: LanguageModel, before?: Draft) => Promise<Draft>,
  isFlawed: (draft: Draft) => boolean,
): Promise<readonly [Draft, ...Draft[]]> {
  let requests = 0;
  const counted: LanguageModel = {
    ...(model.idFor !== undefined && { idFor: (role) => model.idFor?.(role) ?? model.id }),
    id: model.id,
    generate: async (request) => {
      const result = await model.generate(request);
      requests += result.calls ?? 1;
      return result;
    },
  };
  const first = await ask(counted);
  return isFlawed(first) && requests < mostRequests ? [first, await ask(counted, first)] : [first];
}
