import { termWeight } from "./key-facts.ts";
import type { QueryList } from "./query-lists.ts";

/**
 * Sums of one search over the slots it touched. Kept between searches and reset slot by slot on first
 * touch, so that a search costs what it touches and not what the library holds. What needs more than a sum is
 * worked out by `scoreSlot`, for the few slots that can still be among the best.
 */
export class Scoreboard {
  readonly touched: number[] = [];
  /** Whether a bonus was counted for any of them. */
  hasBonuses = false;
  #epoch = 0;
  #capacity = 0;
  #stamps = new Uint32Array(0);
  #scored = new Uint32Array(0);
  #sums = new Float64Array(0);
  #bonuses = new Float64Array(0);

  start(slots: number): void {
    this.touched.length = 0;
    this.hasBonuses = false;
    if (slots > this.#capacity) {
      this.#capacity = Math.max(64, slots + (slots >> 2));
      this.#stamps = new Uint32Array(this.#capacity);
      this.#scored = new Uint32Array(this.#capacity);
      this.#sums = new Float64Array(this.#capacity);
      this.#bonuses = new Float64Array(this.#capacity);
      this.#epoch = 0;
    }
    this.#epoch += 1;
  }

  /** Counts a term for all slots that hold it. A bonus is kept apart: it helps to choose and never speaks for a skill. */
  addAll({ postings: { slots, facts }, mass, isBonus }: QueryList): void {
    const sums = isBonus ? this.#bonuses : this.#sums;
    this.hasBonuses ||= isBonus;
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots[at] as number;
      if (this.#stamps[slot] !== this.#epoch) this.#touch(slot);
      sums[slot] = (sums[slot] as number) + mass * termWeight(facts[at] as number);
    }
  }

  /** Counts a term for a slot that was touched. */
  add(slot: number, { mass, isBonus }: QueryList, facts: number): void {
    const sums = isBonus ? this.#bonuses : this.#sums;
    this.hasBonuses ||= isBonus;
    sums[slot] = (sums[slot] as number) + mass * termWeight(facts);
  }

  /** Says once for each slot that it has not been scored yet. */
  isFirstScore(slot: number): boolean {
    if (this.#scored[slot] === this.#epoch) return false;
    this.#scored[slot] = this.#epoch;
    return true;
  }

  bonus(slot: number): number {
    return this.#bonuses[slot] as number;
  }

  /** Summed saturated weight over all keys. */
  sum(slot: number): number {
    return this.#sums[slot] as number;
  }

  #touch(slot: number): void {
    this.#stamps[slot] = this.#epoch;
    this.#sums[slot] = 0;
    this.#bonuses[slot] = 0;
    this.touched.push(slot);
  }
}
