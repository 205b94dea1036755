import type { LazySkillRow, LibraryDelta, Store } from "../../ports/store.ts";
import { scopeKey, visibleScopes } from "../../text/scope-key.ts";
import type { Scope, ScopeKey } from "../../types/scope.ts";

interface Page {
  /** Tells a page that was read anew from the one before. */
  readonly epoch: number;
  libraryToken?: string;
  deltaToken?: string;
  readonly rows: Map<string, { readonly row: LazySkillRow; readonly serial: number }>;
  readonly removed: Map<string, number>;
}

export interface LibrarySnapshot {
  /** The rows of exactly this scope by their ids, as the store has them or as they were put over it. */
  rowsOf(scope: Scope): Promise<ReadonlyMap<string, LazySkillRow>>;
  /** A row that stands before all that is stored, until `reset`. */
  put(row: LazySkillRow): void;
  /** Forgets what was put. */
  reset(): void;
  readonly library: Pick<Store, "libraryToken" | "readLibrary">;
}

/** Scopes kept: work goes on mostly where it was before, and a scope sees at most four. */
const pagesKept = 8;

/**
 * The skills of a few scopes in memory, for whoever writes many one after the other: read once, and then by what changed.
 * Readers of `library` are told of rows that were put as of any other.
 */
export function librarySnapshot(store: Pick<Store, "libraryToken" | "readLibrary">): LibrarySnapshot {
  const pages = new Map<ScopeKey, Page>();
  const put = new Map<string, { readonly row: LazySkillRow; readonly serial: number }>();
  let serial = 0;
  let changes = 0;

  const pageOf = async (scope: Scope): Promise<Page> => {
    const key = scopeKey(scope);
    const libraryToken = await store.libraryToken();
    let page = pages.get(key);
    if (page === undefined) {
      serial += 1;
      page = { epoch: serial, rows: new Map(), removed: new Map() };
    }
    pages.delete(key);
    pages.set(key, page);
    for (const old of pages.keys()) {
      if (pages.size <= pagesKept) break;
      pages.delete(old);
    }
    if (page.libraryToken === libraryToken) return page;
    const delta = await store.readLibrary({ scope, reach: "exact" }, page.deltaToken);
    serial += 1;
    const gone = delta.reset ? new Set(page.rows.keys()) : new Set(delta.removed);
    for (const row of delta.changed) {
      gone.delete(row.head.id);
      page.rows.set(row.head.id, { row, serial });
      page.removed.delete(row.head.id);
    }
    for (const id of gone) {
      page.rows.delete(id);
      page.removed.set(id, serial);
    }
    page.deltaToken = delta.token;
    page.libraryToken = libraryToken;
    return page;
  };

  const putIn = (scope: Scope) => {
    const key = scopeKey(scope);
    return [...put.values()].filter(({ row }) => scopeKey(row.head.scope) === key);
  };

  return {
    async rowsOf(scope) {
      const page = await pageOf(scope);
      const rows = new Map([...page.rows].map(([id, { row }]) => [id, row]));
      for (const { row } of putIn(scope)) rows.set(row.head.id, row);
      return rows;
    },
    put(row) {
      serial += 1;
      changes += 1;
      put.set(row.head.id, { row, serial });
    },
    reset() {
      serial += 1;
      changes += 1;
      for (const [id, { row }] of put) {
        const page = pages.get(scopeKey(row.head.scope));
        const stored = page?.rows.get(id);
        if (stored === undefined) page?.removed.set(id, serial);
        else page?.rows.set(id, { ...stored, serial });
      }
      put.clear();
    },
    library: {
      libraryToken: async () => `${changes} ${await store.libraryToken()}`,
      async readLibrary({ scope }, token): Promise<LibraryDelta> {
        const page = await pageOf(scope);
        const [epoch, at] = (token ?? "").split(":").map(Number);
        const isReset = token === undefined || epoch !== page.epoch;
        const since = isReset ? -1 : (at ?? -1);
        const over = putIn(scope);
        const hidden = new Set(over.map(({ row }) => row.head.id));
        const stored = [...page.rows.values()].filter(({ row }) => !hidden.has(row.head.id));
        const isNews = (one: { readonly serial: number }): boolean => one.serial > since;
        return {
          token: `${page.epoch}:${serial}`,
          reset: isReset,
          changed: [...stored, ...over].filter(isNews).map(({ row }) => row),
          removed: isReset
            ? []
            : [...page.removed].filter(([id, when]) => when > since && !hidden.has(id)).map(([id]) => id),
        };
      },
    },
  };
}

/** The rows that a scope sees. */
export async function visibleRows(
  snapshot: Pick<LibrarySnapshot, "rowsOf">,
  scope: Scope,
): Promise<readonly LazySkillRow[]> {
  const seen = await Promise.all(visibleScopes(scope).map((one) => snapshot.rowsOf(one)));
  return seen.flatMap((rows) => [...rows.values()]);
}
