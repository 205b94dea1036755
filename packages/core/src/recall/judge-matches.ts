import { type KeySimilarity, keySimilarity } from "../index/key-similarity.ts";
import type { SearchMatch } from "../index/search-query.ts";
import {
  type FitFeature,
  type FitFeatures,
  fitFeatures,
  type RankFeature,
  type RequestFacts,
  rankFeatures,
} from "./features.ts";
import type { NoWorkDirection } from "./no-work.ts";
import { type Operation, operationFit } from "./operations.ts";

/** Weights fitted on the tuning half of the probes; see `fitted-models.ts`. */
export interface FittedModel {
  readonly rank: Readonly<Record<RankFeature, number>>;
  readonly fit: Readonly<Record<FitFeature, number>>;
  readonly bias: number;
  /** What `meansNoWork` reads; none where requests have no vector. */
  readonly noWork?: NoWorkDirection;
  /** The confidence from which a skill is given. */
  readonly threshold: number;
}

/** What cosines mean in a library: those of unrelated neighbours, and of texts about one skill. */
export interface Calibration {
  readonly noise: number;
  readonly own: number;
}

export interface JudgedMatch<Payload> {
  readonly match: SearchMatch<Payload>;
  /** How likely it is that this skill is what the request needs, 0 to 1. */
  readonly confidence: number;
  readonly features: FitFeatures;
}

const nothingShared: KeySimilarity = {
  about: 0,
  conditions: 0,
  notFor: 0,
  query: 0,
  queries: 0,
};

/** What comes behind another is less sure, be it by a hair: equals stay equals to whoever compares. */
const lessSure = 0.999999;

/** Skills behind the best whose mean is what the best has to stand out from. */
const comparedWith = 8;

/** Ranks what was found and says how sure each is, best first. Ties go by id. */
export function judgeMatches<Payload>(request: {
  readonly matches: readonly SearchMatch<Payload>[];
  /** The request as a unit vector, where its meaning is known. */
  readonly vector: Float32Array | undefined;
  readonly calibration: Calibration;
  readonly facts: RequestFacts;
  readonly asked: ReadonlySet<Operation>;
  readonly operationsOf: (payload: Payload) => ReadonlySet<Operation>;
  /** How far the request names what the skill is not for, 0 to 1. */
  readonly forbiddenFor: (payload: Payload) => number;
  readonly model: FittedModel;
  /** Confidence below which nobody asks: what ranks behind the first such match is left out. Default: none is. */
  readonly least?: number | undefined;
}): readonly JudgedMatch<Payload>[] {
  const {
    matches,
    vector,
    calibration,
    facts,
    asked,
    operationsOf,
    forbiddenFor,
    model,
    least = 0,
  } = request;
  const bestRelevance = Math.max(0, ...matches.map(({ relevance }) => relevance));
  const ranked = matches
    .map((match) => {
      const similarity = similarityOf(match, vector, calibration);
      return { match, similarity, rank: weigh(rankFeatures(match, similarity, bestRelevance), model.rank) };
    })
    .sort((a, b) => b.rank - a.rank || (a.match.id < b.match.id ? -1 : 1));
  const [first = 0, second = 0] = ranked.map(({ rank }) => rank);
  const behind = ranked.slice(1, 1 + comparedWith).map(({ rank }) => rank);
  const field = behind.length === 0 ? 0 : behind.reduce((sum, rank) => sum + rank, 0) / behind.length;
  let highest = 1;
  const judged: JudgedMatch<Payload>[] = [];
  for (const [place, { match, similarity, rank }] of ranked.entries()) {
    const features = fitFeatures({
      words: match,
      similarity,
      standing: { margin: rank - (place === 0 ? second : first), lead: rank - field },
      operation: operationFit(asked, operationsOf(match.payload)),
      forbidden: forbiddenFor(match.payload),
      facts,
    });
    const odds = weigh(features, model.fit) + model.bias;
    // Nothing is surer than what ranks before it.
    const confidence = Math.min(highest, 1 / (1 + Math.exp(-odds)));
    highest = confidence * lessSure;
    judged.push({ match, confidence, features });
    if (confidence < least) break;
  }
  return judged;
}

function similarityOf(
  { vectors, score }: SearchMatch<unknown>,
  vector: Float32Array | undefined,
  { noise, own }: Calibration,
): KeySimilarity {
  if (vector === undefined) return nothingShared;
  if (vector.length !== vectors?.dimension) return asNearAsItsWords(score);
  const cosines = keySimilarity(vectors, vector);
  const calibrated = (cosine: number): number => (cosine - noise) / Math.max(0.05, own - noise);
  return {
    about: calibrated(cosines.about),
    conditions: calibrated(cosines.conditions),
    notFor: calibrated(cosines.notFor),
    query: calibrated(cosines.query),
    queries: calibrated(cosines.queries),
  };
}

/** A skill that has no vectors yet goes by its words: it is not unlike the request because nobody has looked. */
function asNearAsItsWords(score: number): KeySimilarity {
  const near = Math.min(1, score);
  return { about: near, conditions: near, notFor: 0, query: near, queries: near };
}

function weigh<Name extends string>(
  features: Readonly<Record<Name, number>>,
  weights: Readonly<Record<Name, number>>,
): number {
  let sum = 0;
  for (const { name, weight } of weightsThatCount(weights)) sum += features[name] * weight;
  return sum;
}

const counting = new WeakMap<object, readonly { readonly name: string; readonly weight: number }[]>();

/** Without those that are 0, as half of a model's are. */
function weightsThatCount<Name extends string>(
  weights: Readonly<Record<Name, number>>,
): readonly { readonly name: Name; readonly weight: number }[] {
  const before = counting.get(weights);
  if (before !== undefined) return before as readonly { name: Name; weight: number }[];
  const read = (Object.keys(weights) as Name[])
    .map((name) => ({ name, weight: weights[name] }))
    .filter(({ weight }) => weight !== 0);
  counting.set(weights, read);
  return read;
}
