import { SkillLoopError } from "../errors.ts";
import type { GenerateRequest } from "../ports/language-model.ts";
import type { ModelPorts } from "../ports/model-stages.ts";

const invalid = (message: string): SkillLoopError =>
  new SkillLoopError({
    code: "MODEL_ANSWER_INVALID",
    message,
    remedy: "Use a model that answers in the asked shape, or raise its output limit.",
  });

/**
 * The value that a model answers with. An answer that was cut off, or that a port handed on unchecked and in another
 * shape, rejects with `MODEL_ANSWER_INVALID`; whatever the port rejects with passes through.
 */
export async function askModel<T>(
  { model, signal }: Pick<ModelPorts, "model" | "signal">,
  request: Omit<GenerateRequest<T>, "signal">,
): Promise<T> {
  signal?.throwIfAborted();
  const { value, finish } = await model.generate({ ...request, ...(signal !== undefined && { signal }) });
  if (finish === "length") throw invalid(`The answer for ${request.role} was cut off.`);
  const checked = request.schema.safeParse(value);
  if (!checked.success) throw invalid(`The answer for ${request.role} has another shape.`);
  return checked.data;
}
