import { errorSignature } from "../text/error-signature/error-signature.ts";
import type { RecallOptions, RecallResult } from "../types/recall.ts";
import type { Scope } from "../types/scope.ts";
import { choose } from "./abstain.ts";
import { judgeTask } from "./judge-request.ts";
import { type TaskQuery, taskQueries } from "./query.ts";
import {
  allowed,
  answer,
  candidateOf,
  type Found,
  judgedLibrary,
  limitOf,
  nothing,
  type RecallPorts,
  vetoFacts,
} from "./run-answer.ts";
import { turns } from "./run-fair-turns.ts";
import { statusRank } from "./status-rank.ts";
import { vetInOrder } from "./vet-in-order.ts";
import { vetoReason } from "./veto.ts";

export type { RecallPorts } from "./run-answer.ts";

/**
 * The skills for a task, as `scope` sees them. Local, without a model, writes nothing, and answers within
 * the budget; see `RecallResult.degraded` and `abstained` for less than a full answer.
 *
 * @throws {SkillLoopError} `INVALID_SCOPE`; `RECALL_DEGRADED` only with `strict`.
 */
export async function runRecall(request: {
  readonly ports: RecallPorts;
  readonly scope: Scope;
  readonly task: string;
  readonly options?: RecallOptions;
}): Promise<RecallResult> {
  const { ports, scope, task, options = {} } = request;
  const reading = (): readonly TaskQuery[] =>
    taskQueries({ task, ...(options.history !== undefined && { history: options.history }) });
  // Without a wait where none is due: the budget begins with the call.
  const queries = turns.isUsedUp ? await turns.run(ports.clock, reading) : turns.runNow(ports.clock, reading);
  const find = function* (vectors: readonly Float32Array[]): Generator<void, Found> {
    if (queries.length === 0) return nothing("empty-query", "The task has no word to search for.");
    if (ports.cache.size(scope) === 0) return nothing("empty-library", "No skill is in reach of this scope.");
    let found: Found | undefined;
    for (const [at, query] of queries.entries()) {
      const other = yield* findFor(ports, scope, query, vectors[at], options);
      // By itself a turn that goes on may come near to anything: what is surer is what is meant.
      if (found === undefined || sureness(other) >= sureness(found)) found = other;
    }
    return found ?? nothing("empty-query", "The task has no word to search for.");
  };
  const texts = ports.query === undefined ? [] : queries.map(({ text }) => text);
  return answer({ ports, scope, options, texts, find });
}

const sureness = ({ choice }: Found): number => choice.served[0]?.score ?? 0;

function* findFor(
  ports: RecallPorts,
  scope: Scope,
  query: TaskQuery,
  vector: Float32Array | undefined,
  options: RecallOptions,
): Generator<void, Found> {
  const library = yield* judgedLibrary(ports, scope, vector);
  const facts = vetoFacts(ports, options, { text: query.asserted, moment: "task" });
  const limit = limitOf(options);
  const known = signatureHits(ports, scope, query.text, facts.minimumRank);
  const {
    judged,
    facts: request,
    threshold,
  } = judgeTask(library, query, {
    vector,
    embedder: ports.query?.embedder,
    ...(ports.models !== undefined && { models: ports.models }),
    // Those that cannot be served are looked at too: when one of them is what the task needs, its neighbours are not.
    minimumRank: statusRank("quarantined"),
    onlySure: options.explain !== true && known.size === 0,
  });
  const worthALook = options.explain === true ? 0 : threshold;
  const candidates = judged
    .filter(({ match, confidence }) => confidence >= worthALook || known.has(match.id))
    .map(({ match, confidence }) => {
      const isKnown = known.has(match.id);
      const matchedBy = isKnown ? ("signature" as const) : ("keys" as const);
      return candidateOf(match.payload, { match, score: isKnown ? 1 : confidence, matchedBy }, facts);
    });
  const { kept, turnedAway } =
    options.explain === true
      ? yield* allowed(candidates, facts, threshold)
      : yield* vetInOrder(candidates, { vetoReason: (one) => vetoReason(one, facts), threshold, limit });
  const choice = choose({ candidates: kept, heldBack: turnedAway, threshold, limit });
  if (choice.abstained?.reason !== "below-threshold") return { choice, turnedAway };
  return { choice: { served: choice.served, turnedAway: choice.turnedAway, abstained: why() }, turnedAway };

  function why(): NonNullable<RecallResult["abstained"]> {
    const vetoed = turnedAway.find(({ candidate }) => candidate.score >= threshold);
    if (vetoed !== undefined)
      return { reason: "vetoed", detail: `${vetoed.candidate.name}: ${vetoed.reason}.` };
    const best = judged[0];
    if (best === undefined) return { reason: "below-threshold", detail: "No skill is near the task." };
    const { name } = best.match.payload.head;
    const figures = `${best.confidence.toFixed(2)} of ${threshold.toFixed(2)}`;
    if (request.intent !== "task" || request.form.asksToKnow || request.form.makesUp)
      return { reason: "not-a-task", detail: `Reads as no task of somebody's; ${name} comes to ${figures}.` };
    return { reason: "below-threshold", detail: `The nearest, ${name}, comes to ${figures}.` };
  }
}

/** A task that quotes an error a skill knows is that skill's task. */
function signatureHits(
  ports: RecallPorts,
  scope: Scope,
  text: string,
  minimumRank: number,
): ReadonlySet<string> {
  if (!/error|exception|fatal|failed|denied|traceback|panic|エラー|错误|ошибка/i.test(text)) return new Set();
  const signature = errorSignature(text);
  if (signature.generic) return new Set();
  return new Set(ports.cache.findBySignature(scope, signature.hash, minimumRank).map((row) => row.head.id));
}
