import { SkillLoopError } from "../errors.ts";
import type { GenerateRequest } from "../ports/language-model.ts";
import type { ModelPorts } from "../ports/model-stages.ts";

/**
 * What a judge answered, or `undefined` when that is no use: invalid also after its repair, cut off, or of another shape from a
 * model of the host's own that does not look. Whatever else goes wrong rejects, so that an outage is no verdict.
 */
export async function askJudge<T>(
  { model, signal }: Pick<ModelPorts, "model" | "signal">,
  request: Omit<GenerateRequest<T>, "signal">,
): Promise<T | undefined> {
  signal?.throwIfAborted();
  try {
    const { value, finish } = await model.generate<T>({ ...request, ...(signal && { signal }) });
    if (finish === "length") return undefined;
    const checked = request.schema.safeParse(value);
    return checked.success ? checked.data : undefined;
  } catch (error) {
    if (SkillLoopError.isInstance(error) && error.code === "MODEL_ANSWER_INVALID") return undefined;
    throw error;
  }
}
