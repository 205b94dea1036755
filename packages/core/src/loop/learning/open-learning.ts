import { buildSearchDocument } from "../../index/search-document.ts";
import type { LanguageModel } from "../../ports/language-model.ts";
import type { LoopCore } from "../loop-core.ts";
import { meteredModel } from "../model/metered-model.ts";
import { skillFinder } from "../skill-finder.ts";
import { gatheredLedger } from "./gathered-ledger.ts";
import { libraryGroup } from "./library-group.ts";
import type { ModelLearning } from "./model-learning.ts";

/** Everything that learning with a model needs, for a loop that has one. */
export async function openLearning(
  { store, embedding, clock, ids, settings, report }: Omit<LoopCore, "learning">,
  model: LanguageModel,
): Promise<ModelLearning> {
  const { wiredStages } = await import("./wired-stages.ts");
  const { query, vectorsOf, keyVectors } = embedding;
  const group = libraryGroup({ store, keyVectors });
  const finder = skillFinder({
    store: group.store,
    clock,
    query,
    keyVectors,
    buildSearchDocument,
    ...(vectorsOf !== undefined && { vectorsOf }),
  });
  const ledger = gatheredLedger({
    ledger: store,
    clock,
    onError: (error) => report.error(error, "model.ledger"),
  });
  const metered = meteredModel({
    model,
    ledger,
    clock,
    ids,
    scope: settings.scope,
    timeoutMs: settings.modelTimeoutMs,
    budget: settings.modelBudget,
    prices: settings.modelPrices,
    report,
  });
  return {
    model: metered,
    finder,
    group,
    concurrency: settings.modelConcurrency,
    stages: wiredStages,
    principles: settings.principles,
    settled: ledger.settled,
  };
}
