import { triggerShare } from "./highest-score.ts";
import {
  keysWith,
  lowestTermWeight,
  symptomLimit,
  symptomsOf,
  triggerLimit,
  triggersOf,
} from "./key-facts.ts";
import type { Partition } from "./partition.ts";
import { findSlot, type PostingList } from "./posting-list.ts";
import type { Scoreboard } from "./scoreboard.ts";
import type { WeighedTerm } from "./weigh-terms.ts";

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
const noUnits = new Uint8Array(units);

/** What a search scores its slots by. */
export interface SlotSearch {
  readonly partition: Partition<unknown>;
  readonly board: Scoreboard;
  /** The postings of the terms that speak for a skill. */
  readonly lists: readonly { readonly list: PostingList; readonly mass: number }[];
  /** The mass of all terms. */
  readonly mass: number;
}

/** The postings that `scoreSlot` looks into, found once for all slots. */
export function scoredLists(
  partition: Partition<unknown>,
  terms: readonly WeighedTerm[],
): SlotSearch["lists"] {
  return terms.flatMap(({ term, role, mass }) => {
    const list = role === "bonus" ? undefined : partition.postings.get(term);
    return list === undefined ? [] : [{ list, mass }];
  });
}

/** The score of a slot that the board has summed up. */
export function scoreSlot(search: SlotSearch, number: number): ScoredSlot {
  const { partition, board, lists, mass } = search;
  const frequency = countUnits(lists, number);
  const sizes = partition.slots[number]?.sizes ?? noUnits;
  let trigger = 0;
  for (let unit = 0; unit < triggerLimit; unit += 1) {
    const size = sizes[unit] as number;
    if (size === 0) break;
    const whole = (counts[unit] as number) / size;
    trigger = Math.max(trigger, ((shared[unit] as number) / mass) * (0.5 + 0.5 * whole));
  }
  let symptom = 0;
  for (let unit = triggerLimit; unit < units; unit += 1) {
    const size = sizes[unit] as number;
    if (size === 0) break;
    const count = counts[unit] as number;
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
    frequency: frequency / mass,
  };
}

/** Fills `shared` and `counts`. Answers with the summed mass, each term's the larger the more keys hold it. */
function countUnits(lists: SlotSearch["lists"], number: number): number {
  shared.fill(0);
  counts.fill(0);
  let frequency = 0;
  for (const { list, mass } of lists) {
    const at = findSlot(list, number);
    if (at < 0) continue;
    const facts = list.facts[at] as number;
    const keys = keysWith(facts);
    frequency += (mass * keys) / (keys + frequencyHalf);
    let bits = triggersOf(facts) | (symptomsOf(facts) << triggerLimit);
    while (bits !== 0) {
      const unit = 31 - Math.clz32(bits & -bits);
      shared[unit] = (shared[unit] as number) + mass;
      counts[unit] = (counts[unit] as number) + 1;
      bits &= bits - 1;
    }
  }
  return frequency;
}
