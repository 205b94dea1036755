import type { IndexEntry } from "../index/partition.ts";
import { SearchIndex } from "../index/search-index.ts";
import type { NearestSlots, SearchMatch, SearchQuery } from "../index/search-query.ts";
import type { Clock } from "../ports/clock.ts";
import type { LazySkillRow, Store } from "../ports/store.ts";
import { assertScope, scopeKey, visibleScopes } from "../text/scope-key.ts";
import type { Scope, ScopeKey } from "../types/scope.ts";
import type { SkillContent } from "../types/skill.ts";
import type { Verdict } from "../types/verdict.ts";
import type { Calibration } from "./judge-matches.ts";
import { statusRank } from "./status-rank.ts";

export interface LibraryCacheOptions {
  readonly store: Pick<Store, "libraryToken" | "readLibrary">;
  readonly clock: Pick<Clock, "monotonic" | "sleep">;
  /** The vectors of a row that its neighbours' can be compared with. Default: none. */
  readonly vectorsOf?: (row: LazySkillRow) => IndexEntry<unknown>["vectors"];
  /** Scopes kept in memory; the longest unasked one goes first. Default 256. */
  readonly maximumScopes?: number;
}

interface LoadedScope {
  readonly scope: Scope;
  /** The library's token before the rows were read; a newer one means that there may be more to read. */
  libraryToken?: string;
  /** Where the next delta starts. */
  deltaToken?: string;
  /** Set once the whole scope has been read: half a library must not answer. */
  ready: boolean;
  ids: Set<string>;
  refreshing?: Promise<void> | undefined;
}

interface SeenScope {
  readonly scope: Scope;
  readonly key: ScopeKey;
}

/** Milliseconds of indexing after which the event loop gets its turn. */
const chunkMs = 5;
const rowsBetweenLooks = 32;
const maximumVerdicts = 5_000;
const maximumCalibrations = 256;

/**
 * The library in memory, kept fresh by deltas. One for all the scopes of a home: each scope is loaded once
 * and shared by every reader that sees it. Reads the store and never writes it.
 */
export class LibraryCache {
  readonly #store: LibraryCacheOptions["store"];
  readonly #clock: LibraryCacheOptions["clock"];
  readonly #vectorsOf: NonNullable<LibraryCacheOptions["vectorsOf"]>;
  readonly #maximumScopes: number;
  readonly #index = new SearchIndex<LazySkillRow>();
  readonly #loaded = new Map<ScopeKey, LoadedScope>();
  readonly #verdicts = new Map<string, Verdict>();
  readonly #calibrations = new Map<
    string,
    { readonly changes: number; readonly value: Calibration | undefined }
  >();
  #changes = 0;
  /** One recall asks for it five times. */
  #lastSeen:
    | {
        readonly project: string;
        readonly agent: string | undefined;
        readonly user: string | undefined;
        readonly seen: readonly SeenScope[];
      }
    | undefined;

  constructor({ store, clock, vectorsOf = () => undefined, maximumScopes = 256 }: LibraryCacheOptions) {
    this.#store = store;
    this.#clock = clock;
    this.#vectorsOf = vectorsOf;
    this.#maximumScopes = Math.max(4, maximumScopes);
  }

  /**
   * Brings what `scope` sees up to date: one token when nothing changed, else the rows that did. Calls at
   * the same time share the reading. Rejects with the store's error and leaves what was read before.
   */
  async refresh(scope: Scope): Promise<void> {
    assertScope(scope);
    const token = await this.#store.libraryToken();
    const loads = this.#seenFrom(scope).map((visible) => this.#loadedScope(visible));
    // A reading that began before this token may have missed what the token stands for: read once more.
    for (let round = 0; round < 2; round += 1) {
      const behind = loads.filter((loaded) => loaded.libraryToken !== token);
      if (behind.length === 0) return;
      await Promise.all(behind.map((loaded) => this.#share(loaded, token)));
    }
  }

  /** Counts what was taken in or dropped: an answer worked out before holds while this stays the same. */
  get changes(): number {
    return this.#changes;
  }

  /** Whether everything `scope` sees has been read at least once. */
  isReady(scope: Scope): boolean {
    return this.#seenFrom(scope).every(({ key }) => this.#loaded.get(key)?.ready === true);
  }

  /** Skills in memory that `scope` sees. */
  size(scope: Scope): number {
    return this.#readyKeys(scope).reduce((sum, key) => sum + this.#index.size(key), 0);
  }

  /** One skill by its id, in exactly this scope; none while the scope is not read. */
  find(scope: Scope, id: string): LazySkillRow | undefined {
    const key = scopeKey(scope);
    return this.#loaded.get(key)?.ready === true ? this.#index.payloadOf(key, id) : undefined;
  }

  search(scope: Scope, query: Omit<SearchQuery, "scopeKeys">): readonly SearchMatch<LazySkillRow>[] {
    return this.#index.search({ scopeKeys: this.#readyKeys(scope), ...query });
  }

  /** The first part of a search by meaning, in steps: see `SearchIndex.nearest`. */
  nearest(
    scope: Scope,
    query: { readonly vector: Float32Array; readonly limit: number },
  ): Generator<void, NearestSlots> {
    return this.#index.nearest({ ...query, scopeKeys: this.#readyKeys(scope) });
  }

  /**
   * What cosines mean among the skills that `scope` sees, in steps; worked out anew after a change, when next asked
   * for.
   */
  *calibration(scope: Scope): Generator<void, Calibration | undefined> {
    const keys = this.#readyKeys(scope);
    const name = keys.join("\n");
    const known = this.#calibrations.get(name);
    if (known?.changes === this.#changes) return known.value;
    if (this.#calibrations.size >= maximumCalibrations) this.#calibrations.clear();
    const changes = this.#changes;
    const value = yield* this.#index.calibration(keys);
    this.#calibrations.set(name, { changes, value });
    return value;
  }

  findBySignature(scope: Scope, hash: string, minimumRank: number): readonly LazySkillRow[] {
    return this.#index
      .findBySignature(hash, { scopeKeys: this.#readyKeys(scope), minimumRank })
      .map((found) => found.payload);
  }

  /** A verdict on a text, worked out once for each content hash. */
  *verdict(hash: string, judge: () => Generator<void, Verdict>): Generator<void, Verdict> {
    const known = this.#verdicts.get(hash);
    if (known !== undefined) return known;
    const verdict = yield* judge();
    if (this.#verdicts.size >= maximumVerdicts) this.#verdicts.clear();
    this.#verdicts.set(hash, verdict);
    return verdict;
  }

  #readyKeys(scope: Scope): ScopeKey[] {
    const seen = this.#seenFrom(scope).filter(({ key }) => this.#loaded.get(key)?.ready === true);
    return seen.map(({ key }) => key);
  }

  /** What `scope` sees, by the parts and not by the object: a host may write into its own. */
  #seenFrom({ project, agent, user }: Scope): readonly SeenScope[] {
    const last = this.#lastSeen;
    if (last?.project === project && last.agent === agent && last.user === user) return last.seen;
    const seen = visibleScopes({
      project,
      ...(agent !== undefined && { agent }),
      ...(user !== undefined && { user }),
    }).map((visible) => ({ scope: visible, key: scopeKey(visible) }));
    this.#lastSeen = { project, agent, user, seen };
    return seen;
  }

  #loadedScope({ scope, key }: SeenScope): LoadedScope {
    const known = this.#loaded.get(key);
    const loaded: LoadedScope = known ?? { scope, ready: false, ids: new Set() };
    this.#loaded.delete(key);
    this.#loaded.set(key, loaded);
    for (const [other, candidate] of this.#loaded) {
      if (this.#loaded.size <= this.#maximumScopes) break;
      if (candidate.refreshing !== undefined || other === key) continue;
      this.#loaded.delete(other);
      this.#index.drop(other);
      this.#changes += 1;
    }
    return loaded;
  }

  #share(loaded: LoadedScope, token: string): Promise<void> {
    loaded.refreshing ??= this.#read(loaded, token).finally(() => {
      loaded.refreshing = undefined;
    });
    return loaded.refreshing;
  }

  async #read(loaded: LoadedScope, token: string): Promise<void> {
    const key = scopeKey(loaded.scope);
    const delta = await this.#store.readLibrary({ scope: loaded.scope, reach: "exact" }, loaded.deltaToken);
    // Only what was known before can be gone.
    const known = delta.reset ? new Set(loaded.ids) : new Set<string>();
    let since = this.#clock.monotonic();
    let rows = 0;
    for (const row of delta.changed) {
      known.delete(this.#take(key, loaded, row));
      rows += 1;
      if (rows % rowsBetweenLooks !== 0 || this.#clock.monotonic() - since < chunkMs) continue;
      await this.#clock.sleep(0);
      since = this.#clock.monotonic();
    }
    for (const id of delta.reset ? known : delta.removed) this.#forget(key, loaded, id);
    // What comes after much of this is a search, and begins with a turn of its own.
    if (rows > rowsBetweenLooks) await this.#clock.sleep(0);
    loaded.deltaToken = delta.token;
    loaded.libraryToken = token;
    loaded.ready = true;
  }

  /** Answers with the id of the skill. */
  #take(key: ScopeKey, loaded: LoadedScope, row: LazySkillRow): string {
    const { id, status } = row.head;
    const rank = statusRank(status);
    // A retired skill can come back, but nobody is given it meanwhile.
    if (rank < 0) {
      this.#forget(key, loaded, id);
      return id;
    }
    const entry: IndexEntry<LazySkillRow> = {
      id,
      rank,
      document: row.searchDocument,
      vectors: this.#vectorsOf(row),
      payload: row,
    };
    this.#index.upsert(key, entry);
    loaded.ids.add(id);
    this.#changes += 1;
    return id;
  }

  #forget(key: ScopeKey, loaded: LoadedScope, id: string): void {
    this.#index.remove(key, id);
    loaded.ids.delete(id);
    this.#changes += 1;
  }
}

/** The scan as recall asks for it: by the hash of the content, once. */
export function scanOnce(
  cache: LibraryCache,
  scan: (content: SkillContent) => Generator<void, Verdict>,
): (content: SkillContent, hash: string) => Generator<void, Verdict> {
  return (content, hash) => cache.verdict(hash, () => scan(content));
}
