import { buildSearchDocument } from "../../index/search-document.ts";
import type { LazySkillRow, LibraryDelta, ScopeFilter, Store } from "../../ports/store.ts";
import { canonicalJson } from "../../text/canonical-json.ts";
import { sha256Hex } from "../../text/hash.ts";
import { reaches, skillIdOf } from "../../text/scope-key.ts";
import type { Scope } from "../../types/scope.ts";
import type { SkillContent, SkillStatus, SkillVersion } from "../../types/skill.ts";

export const scope: Scope = { project: "billing" };

export interface RowOptions {
  readonly scope?: Scope;
  readonly status?: SkillStatus;
  readonly version?: Partial<SkillVersion>;
}

export function row(content: SkillContent, options: RowOptions = {}): LazySkillRow {
  const at = options.scope ?? scope;
  const id = skillIdOf(at, content.name);
  const served: SkillVersion = {
    skillId: id,
    scope: at,
    version: 1,
    content,
    hash: sha256Hex(canonicalJson(content)),
    origin: { kind: "learned" },
    environment: {},
    holds: [],
    verified: true,
    createdAt: 1_000,
    ...options.version,
  };
  return {
    head: {
      id,
      scope: at,
      name: content.name,
      lessonKey: content.name,
      version: served.version,
      status: options.status ?? "active",
      latest: served.version,
      reasons: [],
      rev: 1,
      createdAt: 1_000,
      updatedAt: 1_000,
    },
    searchDocument: buildSearchDocument(content),
    served: () => served,
  };
}

type LibraryStore = Pick<Store, "libraryToken" | "readLibrary">;

/** The two reads recall needs, with a log of what was asked and failures on demand. */
export interface FakeLibrary extends LibraryStore {
  readonly reads: { readonly filter: ScopeFilter; readonly token: string | undefined }[];
  put(...rows: readonly LazySkillRow[]): void;
  remove(id: string): void;
  fail(error: Error | undefined): void;
  /** Holds back answers until `release` is called. */
  hold(): { release(): void };
}

export function fakeLibrary(...rows: readonly LazySkillRow[]): FakeLibrary {
  const changes = new Map<
    string,
    { readonly at: number; readonly row: LazySkillRow; readonly gone: boolean }
  >();
  const reads: FakeLibrary["reads"] = [];
  let version = 0;
  let failure: Error | undefined;
  let gate: Promise<void> = Promise.resolve();
  const put: FakeLibrary["put"] = (...added) => {
    version += 1;
    for (const added_ of added) changes.set(added_.head.id, { at: version, row: added_, gone: false });
  };
  put(...rows);
  return {
    reads,
    put,
    remove(id) {
      version += 1;
      const known = changes.get(id);
      if (known !== undefined) changes.set(id, { at: version, row: known.row, gone: true });
    },
    fail(error) {
      failure = error;
    },
    hold() {
      let release = (): void => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return { release: () => release() };
    },
    async libraryToken() {
      if (failure !== undefined) throw failure;
      return String(version);
    },
    async readLibrary(filter, token): Promise<LibraryDelta> {
      reads.push({ filter, token });
      const since = token === undefined ? 0 : Number(token);
      const news = [...changes.values()].filter(
        (change) => change.at > since && reaches(filter.scope, filter.reach, change.row.head.scope),
      );
      const answer: LibraryDelta = {
        token: String(version),
        reset: token === undefined,
        changed: news.filter((change) => !change.gone).map((change) => change.row),
        removed:
          token === undefined ? [] : news.filter((change) => change.gone).map((change) => change.row.head.id),
      };
      await gate;
      return answer;
    },
  };
}
