import type { SearchMatch, SearchQuery } from "../index/search-query.ts";
import type { SkillContent } from "../types/skill.ts";
import type { ErrorQuery } from "./error-query.ts";
import type { RequestFacts } from "./features.ts";
import { fittedModels } from "./fitted-models.ts";
import { type Calibration, type FittedModel, type JudgedMatch, judgeMatches } from "./judge-matches.ts";
import { meansNoWork } from "./no-work.ts";
import { notForShare } from "./not-for.ts";
import { type Operation, operationsIn } from "./operations.ts";
import type { RecallTerm, TaskQuery } from "./query.ts";
import { requestFacts } from "./request-facts.ts";

/** What a judgement needs of the library. */
export interface JudgedLibrary<Payload> {
  readonly search: (query: Omit<SearchQuery, "scopeKeys">) => readonly SearchMatch<Payload>[];
  readonly contentOf: (payload: Payload) => SkillContent;
  readonly calibration: Calibration;
}

export interface JudgeOptions {
  /** The request as a unit vector, where its meaning is known. */
  readonly vector: Float32Array | undefined;
  /** Whose vector it is. */
  readonly embedder?: string | undefined;
  readonly minimumRank: number;
  /** Default: those that were fitted. */
  readonly models?: FittedModels;
  /** Leaves out what ranks behind the first match that is not sure enough. Default: all are judged. */
  readonly onlySure?: boolean;
}

/** The models by what is asked, and by whether its meaning is known. */
export type FittedModels = typeof fittedModels;

export interface Judgement<Payload> {
  readonly judged: readonly JudgedMatch<Payload>[];
  readonly facts: RequestFacts;
  readonly threshold: number;
}

/** Skills looked at of either kind, by words and by meaning: more than are given, since a veto takes some. */
const found = { task: 15, error: 16 } as const;
export const mostFound = Math.max(...Object.values(found));
/** Below this share of its words a request and a skill have nothing in common but chance. */
const nearMiss = { task: 0.2, error: 0.3 } as const;

/** Finds, ranks and weighs the skills for a task. */
export function judgeTask<Payload>(
  library: JudgedLibrary<Payload>,
  query: TaskQuery,
  options: JudgeOptions,
): Judgement<Payload> {
  const { vector, embedder, models = fittedModels } = options;
  const model = vector === undefined ? models.taskByWords : models.task;
  const { text, terms, turn, inherited } = query;
  const facts = requestFacts({
    turn,
    text,
    hasHistory: inherited,
    noWork: meansNoWork(model.noWork, { vector, embedder }),
  });
  return judge(library, { kind: "task", terms, facts, asked: operationsIn(text), model, options });
}

/** A failed call asks for nothing and tells by its words alone. */
const errorFacts: RequestFacts = requestFacts({ turn: "", text: "", hasHistory: false });

/**
 * The same for an error; that it is known by its signature is for the caller to see. An error that is too generic
 * to say what went wrong is judged as the task it came up in.
 */
export function judgeError<Payload>(
  library: JudgedLibrary<Payload>,
  query: ErrorQuery,
  options: JudgeOptions,
): Judgement<Payload> {
  const { terms, task, isMute } = query;
  const { vector, models = fittedModels } = options;
  if (isMute) {
    const facts = requestFacts({ turn: task, text: task, hasHistory: false });
    const model = vector === undefined ? models.taskByWords : models.task;
    return judge(library, { kind: "task", terms, facts, asked: operationsIn(task), model, options });
  }
  const model = vector === undefined ? models.errorByWords : models.error;
  return judge(library, { kind: "error", terms, facts: errorFacts, asked: new Set(), model, options });
}

function judge<Payload>(
  library: JudgedLibrary<Payload>,
  request: {
    readonly kind: "task" | "error";
    readonly terms: readonly RecallTerm[];
    readonly facts: RequestFacts;
    readonly asked: ReadonlySet<Operation>;
    readonly model: FittedModel;
    readonly options: JudgeOptions;
  },
): Judgement<Payload> {
  const { kind, terms, facts, asked, model, options } = request;
  const { vector, minimumRank, onlySure } = options;
  const named = new Set(terms.map(({ term }) => term));
  const matches = library.search({
    terms,
    minimumRank,
    minimumScore: nearMiss[kind],
    limit: found[kind],
    vector,
  });
  const judged = judgeMatches({
    matches,
    vector,
    calibration: library.calibration,
    facts,
    asked,
    operationsOf: (payload) => operationsOf(library.contentOf(payload)),
    forbiddenFor: (payload) => notForShare(library.contentOf(payload), named),
    model,
    least: onlySure === true ? model.threshold : undefined,
  });
  return { judged, facts, threshold: model.threshold };
}

const known = new WeakMap<SkillContent, ReadonlySet<Operation>>();

/** What a skill does, by the words of those who ask for it. */
function operationsOf(content: SkillContent): ReadonlySet<Operation> {
  const before = known.get(content);
  if (before !== undefined) return before;
  const { keys, signature, description } = content;
  const operations = new Set(
    [...keys.queries, signature.intent, description].flatMap((text) => [...operationsIn(text)]),
  );
  known.set(content, operations);
  return operations;
}
