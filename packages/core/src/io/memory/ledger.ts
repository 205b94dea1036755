import type { Store } from "../../ports/store.ts";
import { traceOfEvent } from "../../text/event-id.ts";
import type { Evidence, LoopEvent, SkillStats, StatsIncrement } from "../../types/evidence.ts";
import type { Scope } from "../../types/scope.ts";
import { assertFilter, assertScopes, isReached } from "../scope-filter.ts";
import { statsId } from "../stats-sums.ts";
import { copyOf, insertAbsent } from "./copies.ts";

type LedgerMethods = Pick<
  Store,
  | "addEvidence"
  | "listEvidence"
  | "deleteEvidence"
  | "addEvents"
  | "listEvents"
  | "deleteEvents"
  | "bumpStats"
  | "listStats"
>;

interface StoredStats {
  readonly scope: Scope;
  readonly stats: SkillStats;
}

export interface MemoryLedger extends LedgerMethods {
  dropLedger(skillIds: ReadonlySet<string>): void;
}

export function memoryLedger(): MemoryLedger {
  const evidence = new Map<string, Evidence>();
  const events = new Map<string, LoopEvent>();
  const counters = new Map<string, StoredStats>();
  return {
    async addEvidence(rows) {
      assertScopes(rows);
      insertAbsent(evidence, rows, ({ id }) => id);
    },
    async listEvidence(filter, { skillIds, traceIds }) {
      assertFilter(filter);
      return [...evidence.values()]
        .filter((row) => isReached(filter, row.scope))
        .filter((row) => skillIds === undefined || skillIds.includes(row.skillId))
        .filter((row) => traceIds === undefined || traceIds.includes(row.traceId))
        .sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1))
        .map(copyOf);
    },
    async deleteEvidence(filter, ids) {
      assertFilter(filter);
      const reached = [...new Set(ids)].filter((id) => {
        const row = evidence.get(id);
        return row !== undefined && isReached(filter, row.scope);
      });
      for (const id of reached) evidence.delete(id);
      return reached.length;
    },
    async addEvents(rows) {
      assertScopes(rows);
      insertAbsent(events, rows, ({ id }) => id);
    },
    async listEvents(filter, { subject, limit }) {
      assertFilter(filter);
      return [...events.values()]
        .filter((row) => isReached(filter, row.scope))
        .filter((row) => subject === undefined || row.subject === subject)
        .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(copyOf);
    },
    async deleteEvents(filter, { traceIds, subjects }) {
      assertFilter(filter);
      for (const [id, row] of events) {
        if (!isReached(filter, row.scope)) continue;
        if (subjects !== undefined && !subjects.includes(row.subject)) continue;
        if (traceIds === undefined || traceIds.includes(traceOfEvent(id) ?? "")) events.delete(id);
      }
    },
    async bumpStats(increments, now) {
      assertScopes(increments);
      for (const increment of increments) {
        const id = statsId(increment);
        const { scope } = increment;
        counters.set(id, { scope, stats: bumped(counters.get(id)?.stats, increment, now) });
      }
    },
    async listStats(filter, skillIds) {
      assertFilter(filter);
      return [...counters.values()]
        .filter(({ scope }) => isReached(filter, scope))
        .map(({ stats }) => stats)
        .filter(({ skillId }) => skillIds === undefined || skillIds.includes(skillId))
        .map(copyOf);
    },
    dropLedger(skillIds) {
      for (const [id, row] of evidence) if (skillIds.has(row.skillId)) evidence.delete(id);
      for (const [id, { stats }] of counters) if (skillIds.has(stats.skillId)) counters.delete(id);
    },
  };
}

function bumped(before: SkillStats | undefined, increment: StatsIncrement, now: number): SkillStats {
  const { skillId, bulletId, shown = 0, used = 0, helpful = 0, harmful = 0 } = increment;
  const lastUsedAt = used > 0 ? Math.max(now, before?.lastUsedAt ?? 0) : before?.lastUsedAt;
  return {
    skillId,
    ...(bulletId === undefined ? {} : { bulletId }),
    shown: (before?.shown ?? 0) + shown,
    used: (before?.used ?? 0) + used,
    helpful: (before?.helpful ?? 0) + helpful,
    harmful: (before?.harmful ?? 0) + harmful,
    ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
  };
}
