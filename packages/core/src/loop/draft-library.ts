import type { Clock } from "../ports/clock.ts";
import type { LazySkillRow, LibraryDelta, Store } from "../ports/store.ts";
import { LibraryCache, type LibraryCacheOptions } from "../recall/run-library-cache.ts";
import { scopeKey } from "../text/scope-key.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { SkillVectors } from "../types/vectors.ts";

/** An id that no skill has. */
export const draftId = "draft";

/** Scopes kept in memory beside those of recall: what is written next is mostly of the scope of what was before. */
const scopesKept = 4;

export interface DraftLibraryOptions {
  readonly store: Pick<Store, "libraryToken" | "readLibrary">;
  readonly clock: Pick<Clock, "now" | "monotonic" | "sleep">;
  readonly vectorsOf?: LibraryCacheOptions["vectorsOf"];
  readonly buildSearchDocument: (content: SkillContent) => string;
}

export interface Draft {
  readonly scope: Scope;
  readonly content: SkillContent;
  /** Of its keys, by the embedder of the others. */
  readonly vectors: SkillVectors | undefined;
}

/**
 * The library as it would be with one more skill in it, for asking how that one would be found. Apart from the library
 * that recall reads, since nobody is to be given a draft; loaded when it is first asked for.
 */
export function draftLibrary(options: DraftLibraryOptions): {
  /** The library with this draft and no earlier one. One at a time. */
  readonly with: (draft: Draft) => Promise<LibraryCache>;
  /** The library with no draft in it, as far as this scope sees it. */
  readonly without: (scope: Scope) => Promise<LibraryCache>;
} {
  const { store, clock, vectorsOf, buildSearchDocument } = options;
  let row: LazySkillRow | undefined;
  let serial = 0;
  const cache = new LibraryCache({
    store: {
      libraryToken: async () => `${serial} ${await store.libraryToken()}`,
      readLibrary: async (filter, token): Promise<LibraryDelta> => {
        const delta = await store.readLibrary(filter, token);
        if (row === undefined || scopeKey(row.head.scope) !== scopeKey(filter.scope))
          return { ...delta, removed: [...delta.removed, draftId] };
        return { ...delta, changed: [...delta.changed, row] };
      },
    },
    clock,
    ...(vectorsOf !== undefined && { vectorsOf }),
    maximumScopes: scopesKept,
  });
  return {
    async with(draft) {
      serial += 1;
      row = draftRow(draft, { searchDocument: buildSearchDocument(draft.content), now: clock.now() });
      await cache.refresh(draft.scope);
      return cache;
    },
    async without(scope) {
      if (row !== undefined) serial += 1;
      row = undefined;
      await cache.refresh(scope);
      return cache;
    },
  };
}

function draftRow(
  { scope, content, vectors }: Draft,
  { searchDocument, now }: { readonly searchDocument: string; readonly now: number },
): LazySkillRow {
  return {
    head: {
      id: draftId,
      scope,
      name: content.name,
      lessonKey: draftId,
      version: 1,
      status: "candidate",
      latest: 1,
      reasons: [],
      rev: 1,
      createdAt: now,
      updatedAt: now,
    },
    searchDocument,
    ...(vectors !== undefined && { vectors }),
    served: () => ({
      skillId: draftId,
      scope,
      version: 1,
      content,
      hash: draftId,
      origin: { kind: "learned" },
      environment: {},
      holds: [],
      verified: false,
      createdAt: now,
    }),
  };
}
