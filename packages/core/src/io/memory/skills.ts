import type { LazySkillRow, SkillRow, Store } from "../../ports/store.ts";
import type { Scope } from "../../types/scope.ts";
import type { SkillVersion } from "../../types/skill.ts";
import type { SkillVectors, VectorState, WantedVectors } from "../../types/vectors.ts";
import { assertVectors } from "../assert-vectors.ts";
import { deepFreeze } from "../deep-freeze.ts";
import { assertFilter, assertScopes, isReached } from "../scope-filter.ts";
import { copyOf, insertAbsent } from "./copies.ts";

type SkillMethods = Pick<
  Store,
  | "addVersions"
  | "listVersions"
  | "replaceReruns"
  | "writeHeads"
  | "findHeads"
  | "listHeads"
  | "removeSkills"
  | "listVectorStates"
  | "libraryToken"
  | "readLibrary"
>;

/** A row with the change that wrote it. `row` is absent once the skill is removed; `rev` goes on from there. */
interface StoredHead {
  readonly id: string;
  readonly scope: Scope;
  readonly rev: number;
  readonly change: number;
  readonly row?: SkillRow;
}

export interface SkillTables {
  readonly versions: Map<string, SkillVersion>;
  /** Drops what belongs to removed skills in the other tables. */
  readonly dropLedger: (skillIds: ReadonlySet<string>) => void;
  /** Sets this store's tokens apart from those of any other. */
  readonly tokenPrefix: string;
}

export function memorySkills({ versions, dropLedger, tokenPrefix }: SkillTables): SkillMethods {
  const heads = new Map<string, StoredHead>();
  let change = 0;

  const token = () => `${tokenPrefix}:${change}`;
  const changeOf = (from: string | undefined): number | undefined => {
    const [prefix, number] = from?.split(":") ?? [];
    const at = Number(number);
    return prefix === tokenPrefix && Number.isInteger(at) && at <= change ? at : undefined;
  };
  const live = (filter: Parameters<typeof isReached>[0]): SkillRow[] =>
    [...heads.values()]
      .filter(({ scope }) => isReached(filter, scope))
      .map(({ row }) => row)
      .filter((row) => row !== undefined);

  return {
    async addVersions(rows) {
      assertScopes(rows);
      insertAbsent(versions, rows, ({ skillId, version }) => `${skillId}@${version}`);
    },
    async listVersions(filter, skillIds) {
      assertFilter(filter);
      return [...versions.values()]
        .filter((version) => skillIds.includes(version.skillId) && isReached(filter, version.scope))
        .sort((a, b) => a.version - b.version)
        .map(copyOf);
    },
    async replaceReruns(filter, changes) {
      assertFilter(filter);
      let changed = 0;
      for (const { skillId, version, rerun } of changes) {
        const key = `${skillId}@${version}`;
        const stored = versions.get(key);
        if (stored === undefined || !isReached(filter, stored.scope)) continue;
        versions.set(key, copyOf({ ...stored, rerun }) as SkillVersion);
        changed += 1;
      }
      return changed;
    },
    async writeHeads(writes) {
      assertScopes(writes.map(({ row }) => row.head));
      assertVectors(writes);
      const lost = new Set<string>();
      change += 1;
      for (const { row, expectedRev, textKey } of writes) {
        const { id, scope } = row.head;
        const stored = heads.get(id);
        const matches =
          expectedRev === null
            ? stored?.row === undefined
            : stored?.row !== undefined && stored.rev === expectedRev;
        if (!matches) {
          lost.add(id);
          continue;
        }
        const rev = (stored?.rev ?? 0) + 1;
        const before = stored?.row?.vectors;
        const kept = textKey !== undefined && before?.textKey === textKey ? before : undefined;
        const copy = copyOfRow({ ...row, vectors: row.vectors ?? kept });
        heads.set(id, {
          id,
          scope: copyOf(scope),
          rev,
          change,
          row: { ...copy, head: { ...copy.head, rev } },
        });
      }
      return lost;
    },
    async findHeads(filter, { ids, names, lessonKeys }) {
      assertFilter(filter);
      const matches = ({ head }: SkillRow) =>
        (ids === undefined || ids.includes(head.id)) &&
        (names === undefined || names.includes(head.name)) &&
        (lessonKeys === undefined || lessonKeys.includes(head.lessonKey));
      return live(filter).filter(matches).map(copyOfRow);
    },
    async listHeads(filter) {
      assertFilter(filter);
      return live(filter).map(copyOfRow);
    },
    async removeSkills(filter, ids) {
      assertFilter(filter);
      const wanted = new Set(ids);
      const gone = live(filter).filter(({ head }) => wanted.has(head.id));
      if (gone.length === 0) return 0;
      change += 1;
      for (const { head } of gone) {
        heads.set(head.id, { id: head.id, scope: head.scope, rev: head.rev + 1, change });
      }
      const goneIds = new Set(gone.map(({ head }) => head.id));
      for (const [key, { skillId }] of versions) if (goneIds.has(skillId)) versions.delete(key);
      dropLedger(goneIds);
      return gone.length;
    },
    async listVectorStates(filter, { ids, lacking }) {
      assertFilter(filter);
      return live(filter)
        .filter(({ head }) => ids === undefined || ids.includes(head.id))
        .filter(({ vectors }) => lacking === undefined || isLacking(vectors, lacking))
        .map(({ head, vectors }) => stateOf(head.id, vectors));
    },
    async libraryToken() {
      return token();
    },
    async readLibrary(filter, from) {
      assertFilter(filter);
      const since = changeOf(from);
      const news = [...heads.values()].filter(
        (stored) => isReached(filter, stored.scope) && stored.change > (since ?? 0),
      );
      return {
        token: token(),
        reset: since === undefined,
        changed: news
          .map(({ row }) => row)
          .filter((row) => row !== undefined)
          .map(lazyRow),
        removed: since === undefined ? [] : news.filter(({ row }) => row === undefined).map(({ id }) => id),
      };
    },
  };
}

/**
 * The version is copied once and frozen, as on disk: what recall works out of a skill's text is kept with the text,
 * and what a host writes into it must not come back in the next prompt.
 */
function lazyRow(row: SkillRow): LazySkillRow {
  let served: SkillVersion | undefined;
  return {
    head: copyOf(row.head),
    searchDocument: row.searchDocument,
    get vectors() {
      return copyOfVectors(row.vectors);
    },
    served() {
      served ??= deepFreeze(copyOf(row.served));
      return served;
    },
  };
}

/** Bytes do not go through JSON. */
function copyOfRow({ vectors, ...row }: SkillRow): SkillRow {
  const copy = copyOfVectors(vectors);
  return { ...copyOf(row), ...(copy !== undefined && { vectors: copy }) };
}

function copyOfVectors(vectors: SkillVectors | undefined): SkillVectors | undefined {
  return vectors === undefined ? undefined : { ...vectors, bytes: vectors.bytes.slice() };
}

function isLacking(vectors: SkillVectors | undefined, wanted: WantedVectors): boolean {
  if (vectors?.embedder !== wanted.embedder || !vectors.textKey.startsWith(wanted.textForm)) return true;
  return wanted.dimension !== undefined && vectors.dimension !== wanted.dimension;
}

function stateOf(id: string, vectors: SkillVectors | undefined): VectorState {
  if (vectors === undefined) return { id };
  const { embedder, textKey, dimension } = vectors;
  return { id, facts: { embedder, textKey, dimension } };
}
