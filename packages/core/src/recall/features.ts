import type { KeySimilarity } from "../index/key-similarity.ts";
import type { IntentKind } from "./intent.ts";
import type { OperationFit } from "./operations.ts";
import type { RequestForm } from "./request-form.ts";

/** How a skill's words fit, as the index found them. */
export interface WordFit {
  readonly score: number;
  readonly relevance: number;
  readonly symptom: number;
  readonly frequency: number;
}

/** What is known of a request, whatever skill it is held against. */
export interface RequestFacts {
  readonly form: RequestForm;
  readonly intent: IntentKind;
  readonly words: number;
  /** A short turn that goes on with an earlier one, or ends it. */
  readonly hasHistory: boolean;
  /** Of `meansNoWork`. */
  readonly noWork: number;
}

/** What ranks skills for one request. */
export interface RankFeatures {
  readonly words: number;
  readonly frequency: number;
  readonly about: number;
  readonly conditions: number;
  readonly query: number;
  readonly queries: number;
}

/** Below this share of a request found in no skill's keys, its shared words are chance. */
const chance = 0.25;

export function rankFeatures(
  words: WordFit,
  similarity: KeySimilarity,
  /** The relevance of the skill that fits best by words. */
  bestRelevance: number,
): RankFeatures {
  return {
    words: bestRelevance > chance ? words.relevance : 0,
    frequency: words.frequency,
    about: similarity.about,
    conditions: similarity.conditions,
    query: similarity.query,
    queries: similarity.queries,
  };
}

/** How a skill stands among those found. */
export interface Standing {
  /** Rank over the best of the others; below zero for all but the first. */
  readonly margin: number;
  /** Rank over the mean of the others that come behind the best. */
  readonly lead: number;
}

/**
 * What decides whether a skill that is found fits at all, each between about -1 and 1: weighed and added up they
 * are the odds. Names are those of the fitted weights.
 */
export function fitFeatures(request: {
  readonly words: WordFit;
  readonly similarity: KeySimilarity;
  readonly standing: Standing;
  readonly operation: OperationFit;
  /** Of `notForShare`. */
  readonly forbidden: number;
  readonly facts: RequestFacts;
}) {
  const { words, similarity, standing, operation, forbidden, facts } = request;
  const { form, intent } = facts;
  const yes = (value: boolean): number => (value ? 1 : 0);
  const onlyToKnow = (form.asksToKnow || intent === "knowledge") && form.asks === 0;
  const upTo = (limit: number, value: number): number => Math.min(limit, value) / limit;
  return {
    coverage: Math.min(1, words.score),
    symptom: words.symptom,
    frequency: words.frequency,
    about: similarity.about,
    conditions: similarity.conditions,
    query: similarity.query,
    queries: similarity.queries,
    notFor: similarity.notFor - similarity.query,
    forbidden,
    margin: standing.margin,
    lead: standing.lead,
    sameOperation: yes(operation.shared),
    otherOperation: yes(operation.other),
    own: upTo(3, form.own),
    asks: upTo(3, form.asks),
    specifics: upTo(4, form.specifics),
    incident: yes(form.incident),
    knowledge: upTo(3, form.knowledge),
    onlyToKnow: yes(onlyToKnow),
    makesUp: yes(form.makesUp || intent === "creative"),
    brandNew: yes(form.brandNew),
    question: yes(form.question),
    closes: yes(form.closes && facts.hasHistory),
    history: yes(facts.hasHistory),
    length: upTo(80, facts.words),
    readsAsSmallTalk: yes(intent === "small-talk"),
    meansNoWork: facts.noWork,
  };
}

export type FitFeatures = ReturnType<typeof fitFeatures>;
export type FitFeature = keyof FitFeatures;
export type RankFeature = keyof RankFeatures;
