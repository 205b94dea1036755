import { triggerShare } from "./highest-score.ts";
import {
  keysWith,
  lowestTermWeight,
  symptomLimit,
  symptomsOf,
  termWeight,
  triggerLimit,
  triggersOf,
} from "./key-facts.ts";
import { factsOf, type QueryLists } from "./query-lists.ts";

export interface ScoredSlot {
  readonly number: number;
  readonly score: number;
  readonly relevance: number;
  readonly symptom: number;
  readonly frequency: number;
}

/** Keys that have to hold a term for half of its mass: BM25's usual constant. */
const frequencyHalf = 1.2;

const units = triggerLimit + symptomLimit;
/** Mass and count of the terms in each trigger query and each symptom of the slot that is being scored. */
const shared = new Float64Array(units);
const counts = new Uint8Array(units);

/** The score of a slot whose trigger queries and symptoms have `sizes` terms. */
export function scoreSlot({ lists, mass }: QueryLists, number: number, sizes: Uint8Array): ScoredSlot {
  shared.fill(0);
  counts.fill(0);
  let [sum, bonus, frequency] = [0, 0, 0];
  for (const list of lists) {
    const facts = factsOf(list, number);
    if (facts === 0) continue;
    if (list.isBonus) {
      bonus += list.mass * termWeight(facts);
      continue;
    }
    sum += list.mass * termWeight(facts);
    const keys = keysWith(facts);
    frequency += (list.mass * keys) / (keys + frequencyHalf);
    let bits = triggersOf(facts) | (symptomsOf(facts) << triggerLimit);
    while (bits !== 0) {
      const unit = 31 - Math.clz32(bits & -bits);
      shared[unit] = (shared[unit] as number) + list.mass;
      counts[unit] = (counts[unit] as number) + 1;
      bits &= bits - 1;
    }
  }
  const coverage = sum / mass;
  // A symptom of two words says no more of a long query than those two words do.
  const symptom = bestSymptom(sizes);
  const unit = Math.max(bestTrigger(sizes, mass), Math.min(symptom, coverage / lowestTermWeight));
  const score = coverage * (1 - triggerShare) + unit * triggerShare;
  return {
    number,
    score,
    relevance: score + bonus / mass,
    symptom: Math.min(1, symptom),
    frequency: frequency / mass,
  };
}

function bestTrigger(sizes: Uint8Array, mass: number): number {
  let best = 0;
  for (let unit = 0; unit < triggerLimit; unit += 1) {
    const size = sizes[unit] as number;
    if (size === 0) break;
    const whole = (counts[unit] as number) / size;
    best = Math.max(best, ((shared[unit] as number) / mass) * (0.5 + 0.5 * whole));
  }
  return best;
}

function bestSymptom(sizes: Uint8Array): number {
  let best = 0;
  for (let unit = triggerLimit; unit < units; unit += 1) {
    const size = sizes[unit] as number;
    if (size === 0) break;
    const count = counts[unit] as number;
    if (count >= 2) best = Math.max(best, count / size);
  }
  return best;
}
