import { termWeight } from "./key-facts.ts";

/**
 * Sums of one search over the slots it touched. Kept between searches and reset slot by slot on first
 * touch, so that a search costs what it touches and not what the library holds. What needs more than a sum is
 * worked out by `scoreSlot`, for the few slots that can still be among the best.
 */
export class Scoreboard {
  readonly touched: number[] = [];
  #epoch = 0;
  #capacity = 0;
  #stamps = new Uint32Array(0);
  #sums = new Float64Array(0);
  #bonuses = new Float64Array(0);

  start(slots: number): void {
    this.touched.length = 0;
    if (slots > this.#capacity) {
      this.#capacity = Math.max(64, slots + (slots >> 2));
      this.#stamps = new Uint32Array(this.#capacity);
      this.#sums = new Float64Array(this.#capacity);
      this.#bonuses = new Float64Array(this.#capacity);
      this.#epoch = 0;
    }
    this.#epoch += 1;
  }

  isTouched(slot: number): boolean {
    return this.#stamps[slot] === this.#epoch;
  }

  /** Has a slot scored even where no term speaks for it. */
  touch(slot: number): void {
    if (this.#stamps[slot] === this.#epoch) return;
    this.#stamps[slot] = this.#epoch;
    this.#sums[slot] = 0;
    this.#bonuses[slot] = 0;
    this.touched.push(slot);
  }

  /**
   * Counts a term of weight `mass` for a slot whose posting holds `facts`. A bonus is kept apart: it helps
   * to choose among skills and never speaks for one.
   */
  add(slot: number, facts: number, mass: number, bonus: boolean): void {
    this.touch(slot);
    const sums = bonus ? this.#bonuses : this.#sums;
    sums[slot] = (sums[slot] as number) + mass * termWeight(facts);
  }

  bonus(slot: number): number {
    return this.#bonuses[slot] as number;
  }

  /** Summed saturated weight over all keys. */
  sum(slot: number): number {
    return this.#sums[slot] as number;
  }
}
