import { triggerShare } from "./highest-score.ts";
import { lowestTermWeight, symptomLimit, triggerLimit } from "./key-facts.ts";
import type { Scoreboard } from "./scoreboard.ts";

export interface ScoredSlot {
  readonly number: number;
  readonly score: number;
  readonly relevance: number;
  readonly symptom: number;
  readonly frequency: number;
}

export function scoreSlot(board: Scoreboard, number: number, sizes: Uint8Array, mass: number): ScoredSlot {
  let trigger = 0;
  for (let unit = 0; unit < triggerLimit; unit += 1) {
    const size = sizes[unit] as number;
    if (size === 0) break;
    const shared = board.unitSum(number, unit);
    if (shared === 0) continue;
    const whole = board.unitCount(number, unit) / size;
    trigger = Math.max(trigger, (shared / mass) * (0.5 + 0.5 * whole));
  }
  let symptom = 0;
  for (let unit = triggerLimit; unit < triggerLimit + symptomLimit; unit += 1) {
    const size = sizes[unit] as number;
    if (size === 0) break;
    const count = board.unitCount(number, unit);
    if (count >= 2) symptom = Math.max(symptom, count / size);
  }
  const coverage = board.sum(number) / mass;
  // A symptom of two words says no more of a long query than those two words do.
  const unit = Math.max(trigger, Math.min(symptom, coverage / lowestTermWeight));
  const score = coverage * (1 - triggerShare) + unit * triggerShare;
  return {
    number,
    score,
    relevance: score + board.bonus(number) / mass,
    symptom: Math.min(1, symptom),
    frequency: board.frequency(number) / mass,
  };
}
