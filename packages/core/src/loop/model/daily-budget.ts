import { SkillLoopError } from "../../errors.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ModelLedger } from "../../ports/model-ledger.ts";
import type { ModelCall } from "../../types/model-call.ts";
import type { ModelBudget } from "../../types/model-limits.ts";
import type { Scope } from "../../types/scope.ts";

export interface DailyBudget {
  /** Takes part in the day before a call is made. Rejects with `MODEL_QUOTA` when there is nothing left. */
  begin(): Promise<void>;
  /** Ends what `begin` began, once its row is stored or could not be; without a row where nothing was asked. */
  end(row?: ModelCall, isStored?: boolean): void;
}

const dayMs = 86_400_000;
/** Other processes spend from the same budget; this is how long their last calls may go unseen. */
const rereadMs = 10_000;

interface Spent {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number;
}

/**
 * A budget a UTC day, over what all processes have written to the ledger. Calls that are under way count as one call each; their
 * tokens are known when they end, so that as many calls as run at a time can go over it.
 */
export function dailyBudget(ports: {
  readonly budget: ModelBudget;
  readonly ledger: Pick<ModelLedger, "sumModelCalls">;
  readonly scope: Scope;
  readonly clock: Pick<Clock, "now">;
}): DailyBudget {
  const { budget, ledger, scope, clock } = ports;
  let day = Number.NaN;
  let readAt = Number.NEGATIVE_INFINITY;
  let read: Spent = { calls: 0, tokens: 0, cost: 0 };
  /** Own calls since the last reading: they may not be among what it saw. */
  let own: Spent = { calls: 0, tokens: 0, cost: 0 };
  /** Of this day, and in no ledger. */
  let unstored: Spent = { calls: 0, tokens: 0, cost: 0 };
  let underWay = 0;
  let reading: Promise<void> | undefined;

  async function look(now: number): Promise<void> {
    const since = Math.floor(now / dayMs) * dayMs;
    // Either way: a clock that was put back must not keep the last reading for as long as it lags behind.
    if (since === day && Math.abs(now - readAt) < rereadMs) return;
    const before = since === day ? { ...own } : { calls: 0, tokens: 0, cost: 0 };
    const sums = await ledger.sumModelCalls({ scope, reach: "within" }, { since });
    const all = Object.values(sums);
    const sum = (of: (row: (typeof all)[number]) => number): number =>
      all.reduce((total, row) => total + of(row), 0);
    read = {
      calls: sum(({ calls }) => calls),
      tokens: sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens),
      cost: sum(({ cost }) => cost),
    };
    // What ended while the ledger was read is counted twice until the next reading, and never not at all.
    own = since === day ? less(own, before) : before;
    if (since !== day) unstored = { calls: 0, tokens: 0, cost: 0 };
    day = since;
    readAt = now;
  }

  return {
    async begin() {
      const now = clock.now();
      reading ??= look(now).finally(() => {
        reading = undefined;
      });
      await reading;
      const known = more(more(read, own), unstored);
      const spent: Spent = { ...known, calls: known.calls + underWay };
      const over = (["calls", "tokens", "cost"] as const).find(
        (unit) => spent[unit] >= (budget[unit] ?? Number.POSITIVE_INFINITY),
      );
      if (over !== undefined) throw usedUp(over);
      underWay += 1;
    },
    end(row, isStored = true) {
      underWay -= 1;
      if (row === undefined) return;
      const { calls, inputTokens, outputTokens, cost = 0 } = row;
      const spent = { calls, tokens: inputTokens + outputTokens, cost };
      if (isStored) own = more(own, spent);
      else unstored = more(unstored, spent);
    },
  };
}

const more = (one: Spent, other: Spent): Spent => ({
  calls: one.calls + other.calls,
  tokens: one.tokens + other.tokens,
  cost: one.cost + other.cost,
});

const less = (one: Spent, other: Spent): Spent => ({
  calls: one.calls - other.calls,
  tokens: one.tokens - other.tokens,
  cost: one.cost - other.cost,
});

function usedUp(unit: keyof Spent): SkillLoopError {
  return new SkillLoopError({
    code: "MODEL_QUOTA",
    message: `The day's budget for models is used up (${unit}).`,
    remedy: "Learning goes on by itself at midnight UTC; raise modelBudget to go on sooner.",
  });
}
