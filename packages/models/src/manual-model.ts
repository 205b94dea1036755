import type { GenerateRequest, GenerateResult, LanguageModel } from "@skillloop/core";
import { findModelAnswer, SkillLoopError } from "@skillloop/core/adapter";
import { toJSONSchema } from "zod";
import { invalidOption, unavailable } from "./model-errors.ts";
import { readAnswer, requestFile, writeRequest } from "./request-file.ts";

export interface ManualModelOptions {
  /** Made when it is needed. Its files hold texts of recorded runs. */
  readonly directory: string;
  /** For the ledger. Default `manual`. */
  readonly id?: string;
}

/**
 * A model that is a person, or another agent: each question becomes a file `<name>.json` in the directory, and its answer is
 * read from `<name>.answer.json` beside it. Until that is there and fits, the call rejects with `MODEL_ANSWER_PENDING`, which
 * says what is wrong with which field of which file; ask again later. The same question is never written twice, so that
 * answers outlive the process.
 *
 * @throws SkillLoopError `INVALID_OPTIONS`
 */
export function manualModel({ directory, id = "manual" }: ManualModelOptions): LanguageModel {
  if (typeof directory !== "string" || directory === "")
    throw invalidOption("manualModel was given no directory.", "Set directory to where the files are to be.");
  return {
    id,
    async generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>> {
      const { role, system, prompt, schema, subject, signal } = request;
      signal?.throwIfAborted();
      const shape = toJSONSchema(schema, { io: "input", unrepresentable: "any" });
      const file = requestFile(directory, [role, system, prompt, shape]);
      const text = await onDisk(async () => {
        const answer = await readAnswer(file);
        if (answer === undefined)
          await writeRequest(directory, file, { role, system, prompt, schema: shape, subject });
        return answer;
      });
      signal?.throwIfAborted();
      if (text === undefined) throw pending(`An answer is waited for in ${file.answerPath}.`);
      const found = findModelAnswer({ text }, schema);
      if (!found.ok) {
        const problem = text.trim() === "" ? "The file is empty." : found.problem;
        throw pending(`The answer in ${file.answerPath} cannot be used: ${problem}`);
      }
      return { value: found.value, usage: { inputTokens: 0, outputTokens: 0 }, finish: "stop", calls: 1 };
    },
  };
}

function pending(message: string): SkillLoopError {
  return new SkillLoopError({
    code: "MODEL_ANSWER_PENDING",
    message,
    remedy:
      "Write a JSON value that fits the schema in the file of the same name; it is read at the next try.",
  });
}

/** A folder that cannot be written to is an outage: nothing that waits for an answer is lost. */
async function onDisk<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    const { code } = (error ?? {}) as { readonly code?: unknown };
    const what = typeof code === "string" && /^[A-Z]+$/.test(code) ? `: ${code}` : "";
    throw unavailable(
      `The files of the manual model cannot be read or written${what}.`,
      "Look at the folder and its rights.",
    );
  }
}
