import type { GenerateRequest, GenerateResult, LanguageModel, ModelRole } from "@skillloop/core";
import { answerWithRepair, type RawAnswer, systemWithSchema } from "@skillloop/core/adapter";
import { type AnswerSchema, answerSchema } from "./answer-schema.ts";
import { askThroughPool } from "./ask-through-pool.ts";
import type { KeyPool } from "./key-pool.ts";
import type { ModelClock } from "./machine-clock.ts";
import { unavailable } from "./model-errors.ts";

/** One question, as any server is asked it. */
export interface ServerAsk {
  readonly role: ModelRole;
  readonly system: string;
  readonly prompt: string;
  readonly maxOutputTokens?: number;
  readonly shape: AnswerSchema | undefined;
}

export interface ServerModel {
  readonly id: string;
  readonly pool: KeyPool;
  readonly clock: ModelClock;
  /** Milliseconds for one request. */
  readonly timeoutMs: number;
  /** What a person is to do where there is no key. */
  readonly keyRemedy: string;
  /** One request. Whatever its client throws is read by its status and its codes. */
  readonly send: (ask: ServerAsk, key: string, signal: AbortSignal) => Promise<RawAnswer>;
}

/** A model that is asked through the client of a server, with its keys in turn and one repair of an answer. */
export function serverModel({ id, pool, clock, timeoutMs, keyRemedy, send }: ServerModel): LanguageModel {
  let hasAnswered = false;
  return {
    id,
    async generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>> {
      request.signal?.throwIfAborted();
      if (pool.size === 0) throw unavailable(`There is no key for the model ${id}.`, keyRemedy);
      const { role } = request;
      const shape = answerSchema(request.schema);
      const system = await systemWithSchema(request.system, request.schema);
      return answerWithRepair({ ...request, system }, async ({ signal, ...turn }) => {
        const answer = await askThroughPool({
          id,
          pool,
          clock,
          timeoutMs,
          signal,
          hasAnswered,
          send: (key, until) => send({ ...turn, role, shape }, key, until),
        });
        hasAnswered = true;
        return answer;
      });
    },
  };
}

/** An answer as an object; a wrong address may answer with a page. */
export function assertJson(id: string, reply: unknown): asserts reply is object {
  if (typeof reply === "object" && reply !== null) return;
  throw unavailable(
    `The model ${id} was answered for with no JSON.`,
    "See that the base URL leads to a model server.",
  );
}
