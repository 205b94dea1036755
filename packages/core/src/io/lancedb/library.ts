import type { LibraryDelta, ScopeFilter, Store } from "../../ports/store.ts";
import { scopeKey } from "../../text/scope-key.ts";
import { assertFilter, isReached } from "../scope-filter.ts";
import type { StoreContext } from "./context.ts";
import { and, type Condition, inScope, isFalse, isNotIn, more } from "./filter.ts";
import { type LibraryRow, latestSkills, libraryRows } from "./skill-rows.ts";

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

export function lanceLibrary({ tables, ids, libraryStamp }: StoreContext): Methods {
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
      const read = libraryRows(await skills.scan({ where }));
      keep(markKey(filter, token), moved(before, read));
      const rows = latestSkills(read.filter(({ lazy }) => isReached(filter, lazy.head.scope)));
      return {
        token,
        reset: before === undefined,
        changed: rows.filter(({ deleted }) => !deleted).map(({ lazy }) => lazy),
        removed: rows.filter(({ deleted }) => deleted).map(({ id }) => id),
      };
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

function moved(before: Mark | undefined, rows: readonly LibraryRow[]): Mark {
  let until = before?.until ?? 0;
  for (const row of rows) until = Math.max(until, row.writtenAt);
  const writes = new Map<string, number>();
  for (const [id, at] of before?.writes ?? []) if (at > until - overlapMs) writes.set(id, at);
  for (const row of rows) if (row.writtenAt > until - overlapMs) writes.set(row.writeId, row.writtenAt);
  return { until, writes };
}
