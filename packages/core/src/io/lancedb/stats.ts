import type { Store } from "../../ports/store.ts";
import type { SkillStats, StatsIncrement } from "../../types/evidence.ts";
import { batchWriter } from "../batch-writer.ts";
import { assertScopes } from "../scope-filter.ts";
import { type StatsSum, sumIncrements } from "../stats-sums.ts";
import { atPoint } from "./commit-points.ts";
import type { StoreContext } from "./context.ts";
import { and, equal, inScope, isIn, literal, type ScopeColumns, scopeColumns } from "./filter.ts";
import { insertAbsent } from "./ledger.ts";
import { chunksOf, distinctById } from "./table.ts";

type Methods = Pick<Store, "bumpStats" | "listStats">;

interface StatsDiskRow extends ScopeColumns {
  readonly id: string;
  readonly skill_id: string;
  readonly bullet_id: string | null;
  readonly shown: number;
  readonly used: number;
  readonly helpful: number;
  readonly harmful: number;
  readonly last_used_at: number | null;
}

/** Rows in one statement: its cost grows faster than their number (10: 4 ms, 100: 25 ms, 300: 157 ms). */
const rowsPerCommit = 50;

const counters = ["shown", "used", "helpful", "harmful"] as const;

export function lanceStats({ tables, faults }: StoreContext): Methods {
  const { skill_stats: stats } = tables;
  const known = new Set<string>();

  const ensure = async (sums: readonly StatsSum[]): Promise<void> => {
    const unknown = sums.filter(({ id }) => !known.has(id));
    if (unknown.length > 0) await insertAbsent(stats, unknown.map(emptyRow));
    for (const { id } of unknown) known.add(id);
  };

  const add = async (sums: readonly StatsSum[]): Promise<void> => {
    const wanted = sums.map(({ id }) => id);
    const { rowsUpdated } = await stats.commit("add to counters", (handle) =>
      handle.update({ where: isIn("id", wanted), valuesSql: additions(sums) }),
    );
    if (rowsUpdated >= sums.length) return;
    // Another process removed some of the rows after this one had seen them: those were not added to.
    const rows = await stats.read<{ id: string }>({ where: isIn("id", wanted), columns: ["id"] });
    const there = new Set(rows.map(({ id }) => id));
    const missing = sums.filter(({ id }) => !there.has(id));
    for (const { id } of missing) known.delete(id);
    await ensure(missing);
    if (missing.length > 0) await add(missing);
  };

  const bump = batchWriter<readonly { increment: StatsIncrement; now: number }[], undefined>({
    maxItems: 1_000,
    write: async (calls) => {
      await atPoint(faults, "stats-written", async () => {
        for (const sums of chunksOf(sumIncrements(calls.flat()), rowsPerCommit)) {
          await ensure(sums);
          await add(sums);
        }
      });
      return calls.map(() => undefined);
    },
  });

  return {
    async bumpStats(increments, now) {
      assertScopes(increments);
      if (increments.length > 0) await bump(increments.map((increment) => ({ increment, now })));
    },
    async listStats(filter, skillIds) {
      const where = and(inScope(filter), skillIds === undefined ? undefined : isIn("skill_id", skillIds));
      return distinctById(await stats.read<StatsDiskRow>({ where })).map(statsFromDisk);
    },
  };
}

/** One expression a counter. LanceDB has no CASE, but a comparison is a number once it is cast. */
function additions(sums: readonly StatsSum[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const counter of counters) {
    const terms = sums
      .filter((sum) => sum[counter] !== 0)
      .map((sum) => `${isRow(sum)} * ${literal(sum[counter])}`);
    if (terms.length > 0) values[counter] = [counter, ...terms].join(" + ");
  }
  const times = sums.flatMap((sum) =>
    sum.lastUsedAt === undefined ? [] : [`${isRow(sum)} * ${literal(sum.lastUsedAt)}`],
  );
  // A row that is not among them adds 0, and no time is before that.
  if (times.length > 0) values.last_used_at = `greatest(coalesce(last_used_at, 0), ${times.join(" + ")})`;
  return Object.keys(values).length > 0 ? values : { shown: "shown" };
}

const isRow = ({ id }: StatsSum) => `cast(${equal("id", id)} as bigint)`;

function emptyRow({ id, scope, skillId, bulletId }: StatsSum) {
  const none = { shown: 0, used: 0, helpful: 0, harmful: 0, last_used_at: null };
  return { id, ...scopeColumns(scope), skill_id: skillId, bullet_id: bulletId ?? null, ...none };
}

function statsFromDisk(row: StatsDiskRow): SkillStats {
  return {
    skillId: row.skill_id,
    ...(row.bullet_id === null ? {} : { bulletId: row.bullet_id }),
    shown: row.shown,
    used: row.used,
    helpful: row.helpful,
    harmful: row.harmful,
    // Zero stands for never: `greatest` knows no null.
    ...(row.last_used_at === null || row.last_used_at === 0 ? {} : { lastUsedAt: row.last_used_at }),
  };
}
