import { invalidAnswer } from "../../adapter/model-answer.ts";
import { spendOf, withSpend } from "../../adapter/model-spend.ts";
import { withinSignal } from "../../adapter/within-signal.ts";
import { SkillLoopError } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Ids } from "../../ports/ids.ts";
import type {
  GenerateRequest,
  GenerateResult,
  LanguageModel,
  ModelUsage,
} from "../../ports/language-model.ts";
import type { ModelLedger } from "../../ports/model-ledger.ts";
import type { ModelCall } from "../../types/model-call.ts";
import type { ModelBudget, ModelPrices } from "../../types/model-limits.ts";
import type { Scope } from "../../types/scope.ts";
import type { Reporter } from "../loop-core.ts";
import { callCost } from "./call-cost.ts";
import { countedCalls, countedUsage } from "./counted-usage.ts";
import { dailyBudget } from "./daily-budget.ts";
import { ledgerWriter } from "./ledger-writer.ts";
import { modelFailure } from "./model-failure.ts";

export interface MeteredModelPorts {
  readonly model: LanguageModel;
  readonly ledger: Pick<ModelLedger, "addModelCalls" | "sumModelCalls">;
  readonly clock: Pick<Clock, "now" | "monotonic" | "sleep">;
  readonly ids: Ids;
  /** Of calls that are about no scope of their own, and where the budget is counted. */
  readonly scope: Scope;
  /** Milliseconds for one answer, with all waits and a repair. */
  readonly timeoutMs: number;
  readonly budget?: ModelBudget | undefined;
  readonly prices?: ModelPrices | undefined;
  readonly report: Pick<Reporter, "error">;
}

/** No answer, and nothing that anybody would be charged for. */
const uncounted: ReadonlySet<string> = new Set(["MODEL_ANSWER_PENDING", "MODEL_QUOTA"]);
const nothing: ModelUsage = { inputTokens: 0, outputTokens: 0 };

/**
 * The host's model as the pipeline may use it: with a time limit, each answer in the ledger, no more than the day's budget, and
 * every failure an error of ours. An answer that was cut off is refused here too, whoever made the model.
 *
 * @throws SkillLoopError `INVALID_OPTIONS` for a budget in money where a model has no price.
 */
export function meteredModel(ports: MeteredModelPorts): LanguageModel {
  const { model, ledger, clock, ids, scope, timeoutMs, prices = {}, report } = ports;
  const budget = ports.budget && dailyBudget({ budget: ports.budget, ledger, scope, clock });
  if (ports.budget?.cost !== undefined) assertPriced(model, prices);
  const write = ledgerWriter(ledger);
  const idFor = (role: GenerateRequest<unknown>["role"]): string => model.idFor?.(role) ?? model.id;

  function rowOf(
    { role, subject }: GenerateRequest<unknown>,
    took: {
      readonly outcome: ModelCall["outcome"];
      readonly usage: ModelUsage;
      readonly calls: number;
      readonly model: string | undefined;
      readonly at: number;
      readonly began: number;
    },
  ): ModelCall {
    const { outcome, usage, calls, at, began } = took;
    const cost = callCost(usage, prices, [took.model, idFor(role), model.id]);
    return {
      id: ids.next(),
      scope: subject?.scope ?? scope,
      role,
      model: took.model ?? idFor(role),
      ...(subject?.traceId !== undefined && { traceId: subject.traceId }),
      outcome,
      calls,
      inputTokens: usage.inputTokens,
      outputTokens: usage.outputTokens,
      ...(cost !== undefined && { cost }),
      durationMs: Math.round(clock.monotonic() - began),
      at,
    };
  }

  /** An answer is worth more than its row: a ledger that fails is reported, and what was spent stays known here. */
  async function settle(row: ModelCall | undefined): Promise<void> {
    if (row === undefined) {
      budget?.end();
      return;
    }
    const isStored = await write(row).then(
      () => true,
      (error: unknown) => {
        report.error(error, "model.ledger");
        return false;
      },
    );
    budget?.end(row, isStored);
  }

  return {
    id: model.id,
    idFor,
    async generate<T>(request: GenerateRequest<T>): Promise<GenerateResult<T>> {
      const { signal } = request;
      const isGivenUp = (): boolean => signal?.aborted === true;
      signal?.throwIfAborted();
      await budget?.begin();
      if (isGivenUp()) {
        budget?.end();
        throw signal?.reason;
      }
      const at = clock.now();
      const began = clock.monotonic();
      try {
        const result = await inTime(request, { model, clock, timeoutMs });
        const usage = countedUsage(result.usage);
        const calls = countedCalls(result.calls);
        if (result.finish === "length")
          throw withSpend(invalidAnswer("The answer was cut off at the output limit."), { ...result, calls });
        const row = { outcome: "answered", usage, calls, model: result.model, at, began } as const;
        await settle(rowOf(request as GenerateRequest<unknown>, row));
        return result;
      } catch (error) {
        if (isGivenUp()) {
          // It was asked: who gives up again and again would otherwise spend without end, and under any budget.
          const took = { outcome: "failed", usage: nothing, calls: 1, model: undefined, at, began } as const;
          await settle(rowOf(request as GenerateRequest<unknown>, took));
          throw signal?.reason;
        }
        const failure = modelFailure(model.id, error);
        const spent = spendOf(error);
        const calls = spent === undefined ? 0 : countedCalls(spent.calls);
        const outcome = failure.code === "MODEL_ANSWER_INVALID" ? "invalid" : "failed";
        const usage = countedUsage(spent?.usage);
        const took = { outcome, usage, calls, model: spent?.model, at, began } as const;
        const isCounted = calls > 0 || !uncounted.has(failure.code);
        await settle(isCounted ? rowOf(request as GenerateRequest<unknown>, took) : undefined);
        throw failure;
      }
    },
  };
}

/** Ends when the time is up, also where the model takes no notice. */
async function inTime<T>(
  request: GenerateRequest<T>,
  { model, clock, timeoutMs }: Pick<MeteredModelPorts, "model" | "clock" | "timeoutMs">,
): Promise<GenerateResult<T>> {
  const ending = new AbortController();
  const done = new AbortController();
  void clock.sleep(timeoutMs, done.signal).then(() => {
    if (!done.signal.aborted) ending.abort(tooSlow(model.id, timeoutMs));
  });
  const signal =
    request.signal === undefined ? ending.signal : AbortSignal.any([request.signal, ending.signal]);
  try {
    return await withinSignal(async () => model.generate({ ...request, signal }), signal);
  } finally {
    done.abort();
  }
}

function tooSlow(id: string, timeoutMs: number): SkillLoopError {
  const error = new SkillLoopError({
    code: "MODEL_UNAVAILABLE",
    message: `The model ${id} did not answer within ${timeoutMs} ms.`,
    remedy: "What waits for it is tried again later; raise modelTimeoutMs for a slow model.",
  });
  // It was asked, whatever came of it.
  return withSpend(error, { usage: nothing, calls: 1 });
}

function assertPriced(model: LanguageModel, prices: ModelPrices): void {
  const roles = ["reflect", "skeptic", "synthesize", "patch", "judge", "security", "principles"] as const;
  const names = new Set(roles.map((role) => model.idFor?.(role) ?? model.id));
  const unpriced = [...names].find(
    (name) => !Object.hasOwn(prices, name) && !Object.hasOwn(prices, model.id),
  );
  if (unpriced === undefined) return;
  throw new SkillLoopError({
    code: "INVALID_OPTIONS",
    message: `modelBudget is in money, and the model ${unpriced} has no price.`,
    remedy: "Give its price in modelPrices, or set the budget in calls or tokens.",
  });
}
