import { keySimilarity } from "../index/key-similarity.ts";
import type { SearchMatch } from "../index/search-query.ts";
import type { QueryVectors } from "../ports/query-vectors.ts";
import type { NearSkill, RankedQuery, SkillFinder } from "../ports/skill-finder.ts";
import type { LazySkillRow } from "../ports/store.ts";
import { defaultCalibration } from "../recall/calibration.ts";
import type { JudgedMatch } from "../recall/judge-matches.ts";
import { judgeTask, mostFound } from "../recall/judge-request.ts";
import { taskQueries } from "../recall/query.ts";
import type { LibraryCache } from "../recall/run-library-cache.ts";
import { statusRank } from "../recall/status-rank.ts";
import { finish } from "../text/finish.ts";
import { shortHash } from "../text/hash.ts";
import { scopeKey } from "../text/scope-key.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { SkillVectors } from "../types/vectors.ts";
import { type DraftLibraryOptions, draftId, draftLibrary } from "./draft-library.ts";

export interface SkillFinderOptions extends DraftLibraryOptions {
  /** Without it skills are found by their words alone. */
  readonly query?: QueryVectors | undefined;
  /** The vectors of a skill's keys as they are stored with it; none while the embedder fails. */
  readonly keyVectors?: ((content: SkillContent) => Promise<SkillVectors | undefined>) | undefined;
}

/** Texts that are embedded in one call. */
const textsAtOnce = 64;
/** How far below every other one a query ranks the skill that it does not find at all. */
const notFound = -0.01;

/**
 * What recall would find, for the stages that write. It scores as recall does, and looks at every skill that the scope
 * sees, also at those that are not served. Rejects with the store's errors; an embedder that fails is done without.
 */
export function skillFinder(options: SkillFinderOptions): SkillFinder {
  const { query, keyVectors } = options;
  const drafts = draftLibrary(options);
  /** The one library shows one draft at a time, or none. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };

  const vectorsOf = async (texts: readonly string[]): Promise<readonly Float32Array[] | undefined> => {
    if (query === undefined) return undefined;
    const vectors: Float32Array[] = [];
    try {
      for (let start = 0; start < texts.length; start += textsAtOnce)
        vectors.push(...(await query.queryVectors(texts.slice(start, start + textsAtOnce))));
    } catch {
      // Whoever embeds has told of it.
      return undefined;
    }
    return vectors.length === texts.length ? vectors : undefined;
  };

  const rank = async (
    scope: Scope,
    content: SkillContent,
    queries: readonly string[],
  ): Promise<readonly RankedQuery[]> => {
    // Either both have vectors or neither: a draft without them would lose every comparison.
    const own = query === undefined ? undefined : await keyVectors?.(content).catch(() => undefined);
    const vectors = own === undefined ? undefined : await vectorsOf(queries);
    const library = await drafts.with({ scope, content, vectors: own });
    const isNamesake = ({ id, payload: { head } }: SearchMatch<LazySkillRow>): boolean =>
      id !== draftId && head.name === content.name && scopeKey(head.scope) === scopeKey(scope);
    return queries.map((text, place): RankedQuery => {
      const judged = judgeIn(library, { scope, text, vector: vectors?.[place], without: isNamesake });
      const found = judged.find(({ match }) => match.id === draftId);
      const rival = judged.find(({ match }) => match.id !== draftId);
      const best = rival?.confidence ?? 0;
      return {
        query: text,
        margin: found === undefined ? Math.min(notFound, -best) : found.confidence - best,
        ...(rival !== undefined && { rival: rival.match.payload.head.name }),
      };
    });
  };

  const nearest: SkillFinder["nearest"] = async (scope, { texts, signatures, limit }) => {
    const library = await drafts.without(scope);
    const vectors = await vectorsOf(texts);
    const found = new Map<string, Found>();
    const take = (row: LazySkillRow, facts: Omit<Found, "row">): void => {
      found.set(row.head.id, better(found.get(row.head.id), { row, ...facts }));
    };
    for (const [place, text] of texts.entries()) {
      const vector = vectors?.[place];
      for (const { match, confidence } of judgeIn(library, { scope, text, vector }))
        take(match.payload, { score: confidence, cosine: cosineOf(match, vector), sharesSignature: false });
    }
    for (const hash of new Set(signatures.map(hashOf))) {
      for (const row of library.findBySignature(scope, hash, statusRank("quarantined")))
        take(row, { score: 0, cosine: undefined, sharesSignature: true });
    }
    return [...found.values()].sort(nearestFirst).slice(0, limit).map(asNear);
  };

  return {
    nearest: (scope, query) => inTurn(() => nearest(scope, query)),
    rank: (scope, content, queries) => inTurn(() => rank(scope, content, queries)),
    async similarity(text, others) {
      if (query === undefined) return undefined;
      if (others.length === 0) return [];
      const [first, ...rest] = (await vectorsOf([text, ...others])) ?? [];
      return first && rest.map((vector) => dot(first, vector));
    },
  };
}

interface Found {
  readonly row: LazySkillRow;
  readonly score: number;
  readonly cosine: number | undefined;
  readonly sharesSignature: boolean;
}

/** Skills for one text, best first; none where it has no word to search for. */
function judgeIn(
  cache: LibraryCache,
  {
    scope,
    text,
    vector,
    without = () => false,
  }: {
    readonly scope: Scope;
    readonly text: string;
    readonly vector: Float32Array | undefined;
    readonly without?: (match: SearchMatch<LazySkillRow>) => boolean;
  },
): readonly JudgedMatch<LazySkillRow>[] {
  const [query] = taskQueries({ task: text });
  if (query === undefined) return [];
  const near = vector && finish(cache.nearest(scope, { vector, limit: mostFound }));
  const library = {
    search: (wanted: Parameters<LibraryCache["search"]>[1]) =>
      cache.search(scope, { ...wanted, near }).filter((match) => !without(match)),
    contentOf: (row: LazySkillRow) => row.served().content,
    calibration: (vector && finish(cache.calibration(scope))) ?? defaultCalibration,
  };
  return judgeTask(library, query, { vector, minimumRank: statusRank("quarantined") }).judged;
}

/** As the index keeps a signature; it keeps none of an error that says nothing. */
function hashOf(signature: string): string {
  return /^[0-9a-f]{16}$/.test(signature) ? signature : shortHash(signature, 16);
}

function cosineOf(
  { vectors }: SearchMatch<LazySkillRow>,
  vector: Float32Array | undefined,
): number | undefined {
  if (vectors === undefined || vector?.length !== vectors.dimension) return undefined;
  const { about, conditions, query } = keySimilarity(vectors, vector);
  return Math.max(about, conditions, query);
}

function better(known: Found | undefined, other: Found): Found {
  if (known === undefined) return other;
  const cosines = [known.cosine, other.cosine].filter((cosine) => cosine !== undefined);
  return {
    row: known.row,
    score: Math.max(known.score, other.score),
    cosine: cosines.length === 0 ? undefined : Math.max(...cosines),
    sharesSignature: known.sharesSignature || other.sharesSignature,
  };
}

/** Who knows the very error comes before whoever only reads alike. */
function nearestFirst(a: Found, b: Found): number {
  return (
    Number(b.sharesSignature) - Number(a.sharesSignature) ||
    b.score - a.score ||
    (a.row.head.id < b.row.head.id ? -1 : 1)
  );
}

function asNear({ row, score, cosine, sharesSignature }: Found): NearSkill {
  return {
    head: row.head,
    served: row.served(),
    score,
    ...(cosine !== undefined && { cosine }),
    sharesSignature,
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] as number) * (b[at] as number);
  return sum;
}
