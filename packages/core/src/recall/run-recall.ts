import { errorSignature } from "../text/error-signature/error-signature.ts";
import type { RecallOptions, RecallResult } from "../types/recall.ts";
import type { Scope } from "../types/scope.ts";
import { choose, taskThreshold } from "./abstain.ts";
import { readIntent } from "./intent.ts";
import { taskQuery } from "./query.ts";
import {
  allowed,
  answer,
  candidateOf,
  type Found,
  limitOf,
  nothing,
  type RecallPorts,
  vetoFacts,
} from "./run-answer.ts";
import { statusRank } from "./status-rank.ts";

export type { RecallPorts } from "./run-answer.ts";

/** Candidates looked at beyond the limit, so that a veto leaves another one. */
const spare = 9;
/** Below this score a skill is not even named as the nearest. */
const nearMiss = 0.2;

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
  return answer({ ports, scope, options, find: () => find(ports, scope, task, options) });
}

function find(ports: RecallPorts, scope: Scope, task: string, options: RecallOptions): Found {
  const query = taskQuery({ task, ...(options.history !== undefined && { history: options.history }) });
  if (query.terms.length === 0) return nothing("empty-query", "The task has no word to search for.");
  const size = ports.cache.size(scope);
  if (size === 0) return nothing("empty-library", "No skill is in reach of this scope.");
  const facts = vetoFacts(ports, options, { text: query.text, moment: "task" });
  const limit = limitOf(options);
  const intent = readIntent(query.text);
  // Those that cannot be served are looked at too: when one of them is what the task needs, its neighbours are not.
  const minimumRank = statusRank("quarantined");
  const minimumScore = options.explain === true ? 0 : nearMiss;
  const matches = ports.cache.search(scope, {
    terms: query.terms,
    minimumRank,
    minimumScore,
    limit: limit + spare,
  });
  const known = signatureHits(ports, scope, query.text, facts.minimumRank);
  const threshold = taskThreshold * intent.bar;
  const worthALook = options.explain === true ? 0 : threshold;
  const candidates = matches
    .filter((match) => match.score >= worthALook || known.has(match.id))
    .map((match) => {
      const isKnown = known.has(match.id);
      const matchedBy = isKnown ? ("signature" as const) : ("keys" as const);
      return candidateOf(match.payload, { ...match, score: isKnown ? 1 : match.score, matchedBy }, facts);
    });
  const { kept, turnedAway } = allowed(candidates, facts, threshold);
  const choice = choose({ candidates: kept, heldBack: turnedAway, threshold, limit });
  if (choice.abstained?.reason !== "below-threshold") return { choice, turnedAway };
  return { choice: { ...choice, abstained: why(choice.abstained.detail) }, turnedAway };

  function why(detail: string): NonNullable<RecallResult["abstained"]> {
    const vetoed = turnedAway.find(({ candidate }) => candidate.score >= threshold);
    if (vetoed !== undefined)
      return { reason: "vetoed", detail: `${vetoed.candidate.name}: ${vetoed.reason}.` };
    const best = matches[0];
    if (best !== undefined && best.score >= taskThreshold)
      return {
        reason: "not-a-task",
        detail: `Reads as ${intent.kind}: ${best.payload.head.name} would need ${threshold.toFixed(2)}.`,
      };
    if (best !== undefined)
      return {
        reason: "below-threshold",
        detail: `The nearest, ${best.payload.head.name}, scores ${best.score.toFixed(2)} of ${threshold.toFixed(2)}.`,
      };
    return { reason: "below-threshold", detail };
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
