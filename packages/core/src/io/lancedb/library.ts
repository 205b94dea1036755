import type { LazySkillRow, LibraryDelta, ScopeFilter, Store } from "../../ports/store.ts";
import { scopeKey } from "../../text/scope-key.ts";
import { fairSlices } from "../fair-slices.ts";
import { assertFilter, isReached } from "../scope-filter.ts";
import type { StoreContext } from "./context.ts";
import { and, type Condition, inScope, isFalse, isNotIn, more } from "./filter.ts";
import { type LibraryRow, libraryRows } from "./skill-rows.ts";

type Methods = Pick<Store, "libraryToken" | "readLibrary">;

/** How far back a delta looks: longer than a commit may take that was stamped before it began. */
const overlapMs = 60_000;

/** Tokens kept at most; one that was dropped is answered with the whole library. */
const marksKept = 1_000;

/**
 * What a token stands for: the time up to which a reader has seen the rows, and the writes it has seen
 * within the overlap, which are then not read again.
 */
interface Mark {
  readonly until: number;
  readonly writes: ReadonlyMap<string, number>;
}

export function lanceLibrary({ tables, ids, clock, libraryStamp }: StoreContext): Methods {
  const { skills } = tables;
  const prefix = ids.next();
  const marks = new Map<string, Mark>();
  const tokenOf = (version: number) => `${prefix}:${version}`;
  const markKey = (filter: ScopeFilter, token: string) =>
    `${filter.reach} ${scopeKey(filter.scope)} ${token}`;

  const keep = (key: string, mark: Mark): void => {
    marks.delete(key);
    marks.set(key, mark);
    for (const oldest of marks.keys()) {
      if (marks.size <= marksKept) break;
      marks.delete(oldest);
    }
  };

  /** The last token that nothing can have outdated while the stamp stays what it is. */
  let settled: { readonly stamp: string; readonly token: string } | undefined;

  return {
    async libraryToken() {
      // The stamp is taken first: a commit that comes in between moves it again, and is looked for next time.
      const stamp = await libraryStamp?.();
      if (stamp !== undefined && stamp.value === settled?.stamp) return settled.token;
      const token = tokenOf(await skills.latestVersion());
      settled = stamp?.settled === true ? { stamp: stamp.value, token } : undefined;
      return token;
    },
    async readLibrary(filter, from): Promise<LibraryDelta> {
      assertFilter(filter);
      const before = from === undefined ? undefined : marks.get(markKey(filter, from));
      // The version is taken first: rows that come after it are read again by the next delta, never missed.
      const token = tokenOf(await skills.latestVersion());
      const where = before === undefined ? and(inScope(filter), isFalse("deleted")) : newsIn(filter, before);
      const mark = moving(before);
      const latest = new Map<string, LibraryRow>();
      const slices = fairSlices(clock);
      for (const row of libraryRows(await skills.scan({ where }))) {
        if (slices.isOver) await slices.next();
        mark.see(row);
        // Two processes that add one id at the same moment can leave two rows; the one written last counts.
        const known = latest.get(row.id);
        if (known === undefined || row.rev > known.rev) latest.set(row.id, row);
      }
      keep(markKey(filter, token), mark.moved());
      const changed: LazySkillRow[] = [];
      const removed: string[] = [];
      for (const row of latest.values()) {
        if (slices.isOver) await slices.next();
        if (!isReached(filter, row.scope)) continue;
        if (row.deleted) removed.push(row.id);
        else changed.push(row.lazy());
      }
      return { token, reset: before === undefined, changed, removed };
    },
  };
}

/**
 * What was written since, anywhere in the project: news are few, and looking at two more columns of every row
 * to leave some of them out costs more than reading them. The caller drops what the filter does not reach.
 */
function newsIn({ scope }: ScopeFilter, before: Mark): Condition {
  return and(
    inScope({ scope: { project: scope.project }, reach: "within" }),
    more("written_at", before.until - overlapMs),
    isNotIn("write_id", [...before.writes.keys()]),
  );
}

/** Sees what was read and says where the reader then is. */
function moving(before: Mark | undefined) {
  let until = before?.until ?? 0;
  const writes = new Map(before?.writes);
  let forgottenAt = until;
  const forget = (): void => {
    for (const [id, at] of writes) if (at <= until - overlapMs) writes.delete(id);
    forgottenAt = until;
  };
  return {
    see({ writeId, writtenAt }: LibraryRow): void {
      until = Math.max(until, writtenAt);
      if (writtenAt > until - overlapMs) writes.set(writeId, writtenAt);
      if (until > forgottenAt + overlapMs) forget();
    },
    moved(): Mark {
      forget();
      return { until, writes };
    },
  };
}
