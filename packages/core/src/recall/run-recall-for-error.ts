import type { SearchMatch } from "../index/search-query.ts";
import type { LazySkillRow } from "../ports/store.ts";
import { isGenericLine } from "../text/error-signature/error-words.ts";
import { matchesSignature } from "../text/mistake-match.ts";
import type { RecallErrorOptions, RecallResult } from "../types/recall.ts";
import type { Scope } from "../types/scope.ts";
import { choose } from "./abstain.ts";
import type { Candidate, TurnedAway } from "./candidate.ts";
import { type ErrorQuery, errorQuery } from "./error-query.ts";
import type { FoundBy, FoundCandidate } from "./found-candidate.ts";
import { judgeError } from "./judge-request.ts";
import { bearsOtherCode, codesOf, type ErrorCodes } from "./other-code.ts";
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
import { statusRank } from "./status-rank.ts";
import type { VetoFacts } from "./veto.ts";

/** Share of a recorded symptom's words that makes it the same symptom. */
const symptomShare = 0.6;
const tellingTerms = 3;
const wholeScore = 0.8;
/** What is left of the confidence in a match by fewer words. */
const hardlyTelling = 0.35;
/** An error that is known is known, however its other keys fit. */
const knownAtLeast = 0.95;

/**
 * The skills for an error of any form: by its exact signature first, then by recorded symptoms, then by all
 * keys. Candidates come too. Skips the reading of intent; else like `runRecall`.
 *
 * @throws {SkillLoopError} `INVALID_SCOPE`; `RECALL_DEGRADED` only with `strict`.
 */
export async function runRecallForError(request: {
  readonly ports: RecallPorts;
  readonly scope: Scope;
  readonly error: unknown;
  readonly options?: RecallErrorOptions;
}): Promise<RecallResult> {
  const { ports, scope, error, options = {} } = request;
  const query = errorQuery({ error, task: options.task, tool: options.tool });
  return answer({
    ports,
    scope,
    options,
    texts: query.signature.text === "" ? [] : [query.meaningText],
    find: ([vector]) => find(ports, scope, query, vector, options),
  });
}

function* find(
  ports: RecallPorts,
  scope: Scope,
  query: ErrorQuery,
  vector: Float32Array | undefined,
  options: RecallErrorOptions,
): Generator<void, Found> {
  const { signature } = query;
  if (signature.text === "") return nothing("empty-query", "The error has no text.");
  if (ports.cache.size(scope) === 0) return nothing("empty-library", "No skill is in reach of this scope.");
  const library = yield* judgedLibrary(ports, scope, vector);
  const facts = vetoFacts(ports, options, { text: query.text, moment: "error" });
  const minimumRank = statusRank("quarantined");
  const { judged, threshold: sureEnough } = judgeError(library, query, {
    vector,
    minimumRank,
    ...(ports.models !== undefined && { models: ports.models }),
  });
  const matches = judged.map(({ match }) => match);
  const found = new Map<string, FoundCandidate>();
  if (!signature.generic) {
    for (const row of ports.cache.findBySignature(scope, signature.hash, minimumRank)) {
      const match = matches.find((other) => other.id === row.head.id);
      found.set(row.head.id, known(row, match, facts));
    }
  }
  const weights = new Map(query.terms.map((term) => [term.term, term.weight]));
  const codes = codesOf(signature.text);
  const byWordsAlone = vector === undefined;
  for (const { match, confidence } of judged) {
    if (found.has(match.id)) continue;
    found.set(match.id, matched({ match, confidence, query, codes, facts, weights, byWordsAlone }));
  }
  const { wanted, turnedAway } = withoutExcluded([...found.values()], options.exclude ?? []);
  const threshold = sureEnough;
  const { kept, turnedAway: vetoed } = yield* allowed(wanted, facts, threshold);
  const sameTool = kept.filter((candidate) => fitsTool(candidate, options.tool));
  const otherTool = kept
    .filter((candidate) => !sameTool.includes(candidate))
    .map((candidate) => ({
      candidate,
      decision: "vetoed" as const,
      reason: `${options.tool} failed, and only its keys match`,
    }));
  const away: TurnedAway[] = [...turnedAway, ...vetoed, ...otherTool];
  const candidates = closestKnown(sameTool, matches);
  const heldBack = [...turnedAway, ...vetoed].filter(({ candidate }) => candidate.score >= threshold);
  const choice = choose({ candidates, heldBack, threshold, limit: limitOf(options) });
  if (choice.abstained?.reason !== "below-threshold") return { choice, turnedAway: away };
  if (query.isMute) {
    const abstained = { reason: "generic-error", detail: "The error does not say what went wrong." } as const;
    return { choice: { ...choice, abstained }, turnedAway: away };
  }
  const strong = heldBack.find(({ decision }) => decision === "vetoed");
  if (strong === undefined) return { choice, turnedAway: away };
  const abstained = { reason: "vetoed", detail: `${strong.candidate.name}: ${strong.reason}.` } as const;
  return { choice: { ...choice, abstained }, turnedAway: away };
}

function known(
  row: LazySkillRow,
  match: SearchMatch<LazySkillRow> | undefined,
  facts: VetoFacts,
): FoundCandidate {
  return candidateOf(row, { match, score: 1, matchedBy: "signature" }, facts);
}

function matched({
  match,
  confidence,
  query,
  codes,
  facts,
  weights,
  byWordsAlone,
}: {
  readonly match: SearchMatch<LazySkillRow>;
  readonly confidence: number;
  readonly query: ErrorQuery;
  /** Those of the error. */
  readonly codes: ErrorCodes;
  readonly facts: VetoFacts;
  /** Of the query's terms. */
  readonly weights: ReadonlyMap<string, number>;
  readonly byWordsAlone: boolean;
}): FoundCandidate {
  const candidate = candidateOf(match.payload, { match, score: confidence, matchedBy: "keys" }, facts);
  if (query.isMute) return candidate;
  if (knowsPattern(candidate, query)) return candidate.as({ score: 1, matchedBy: "signature" });
  const hardly: FoundBy = { score: confidence * hardlyTelling, matchedBy: "keys" };
  if (bearsOtherCode(candidate.served.content, codes)) return candidate.as(hardly);
  const isTelling = (): boolean =>
    match.terms.filter((term) => weights.get(term) === 1).length >= tellingTerms;
  // "Permission denied" is said by a hundred programs: two words are only enough when they are all of it.
  if (byWordsAlone && match.score < wholeScore && !isTelling()) return candidate.as(hardly);
  if (match.symptom < symptomShare) return candidate;
  return candidate.as({ score: Math.max(confidence, match.symptom * 0.9), matchedBy: "symptom" });
}

/** A learned signature may hold a placeholder where a bare name stood, which no hash can find. */
function knowsPattern(candidate: Candidate, query: ErrorQuery): boolean {
  const { keys, mistake } = candidate.served.content;
  return [...keys.signatures, ...(mistake === undefined ? [] : [mistake.signature])].some(
    (pattern) =>
      pattern.includes("<") &&
      matchesSignature(pattern, query.signature.text) &&
      !pattern.split("\n").every(isGenericLine),
  );
}

function withoutExcluded(
  candidates: readonly FoundCandidate[],
  exclude: readonly string[],
): { readonly wanted: readonly FoundCandidate[]; readonly turnedAway: readonly TurnedAway[] } {
  const names = new Set(exclude);
  const isExcluded = (candidate: Candidate): boolean =>
    names.has(candidate.skillId) || names.has(candidate.name);
  return {
    wanted: candidates.filter((candidate) => !isExcluded(candidate)),
    turnedAway: candidates
      .filter(isExcluded)
      .map((candidate) => ({ candidate, decision: "excluded", reason: "already given" })),
  };
}

/** When only the wording speaks for a skill, it must at least be about the tool that failed. */
function fitsTool(candidate: Candidate, tool: string | undefined): boolean {
  if (tool === undefined || candidate.matchedBy !== "keys") return true;
  const { example, mistake } = candidate.served.content;
  const tools = [example?.tool, mistake?.tool].filter((name) => name !== undefined);
  return tools.length === 0 || tools.includes(tool);
}

/** Of several skills that know exactly this error, those whose other keys fit best come first. */
function closestKnown(
  candidates: readonly FoundCandidate[],
  matches: readonly SearchMatch<LazySkillRow>[],
): readonly Candidate[] {
  const scoreOf = (candidate: Candidate): number =>
    matches.find((match) => match.id === candidate.skillId)?.relevance ?? 0;
  const exact = candidates.filter((candidate) => candidate.matchedBy === "signature");
  const best = Math.max(...exact.map(scoreOf));
  return candidates.map((candidate) =>
    candidate.matchedBy === "signature"
      ? candidate.as({ score: Math.max(knownAtLeast, 1 - best + scoreOf(candidate)), matchedBy: "signature" })
      : candidate,
  );
}
