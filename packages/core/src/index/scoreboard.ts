import { keysWith, symptomLimit, symptomsOf, termWeight, triggerLimit, triggersOf } from "./key-facts.ts";

/** Keys that have to hold a term for half of its mass: BM25's usual constant. */
const frequencyHalf = 1.2;

const unitsPerSlot = triggerLimit + symptomLimit;

/**
 * Sums of one search over the slots it touched. Kept between searches and reset slot by slot on first
 * touch, so that a search costs what it touches and not what the library holds.
 */
export class Scoreboard {
  readonly touched: number[] = [];
  #epoch = 0;
  #capacity = 0;
  #stamps = new Uint32Array(0);
  #sums = new Float64Array(0);
  #bonuses = new Float64Array(0);
  #frequencies = new Float64Array(0);
  #unitSums = new Float32Array(0);
  #unitCounts = new Uint8Array(0);

  start(slots: number): void {
    this.touched.length = 0;
    if (slots > this.#capacity) {
      this.#capacity = Math.max(64, slots + (slots >> 2));
      this.#stamps = new Uint32Array(this.#capacity);
      this.#sums = new Float64Array(this.#capacity);
      this.#bonuses = new Float64Array(this.#capacity);
      this.#frequencies = new Float64Array(this.#capacity);
      this.#unitSums = new Float32Array(this.#capacity * unitsPerSlot);
      this.#unitCounts = new Uint8Array(this.#capacity * unitsPerSlot);
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
    this.#frequencies[slot] = 0;
    this.#unitSums.fill(0, slot * unitsPerSlot, (slot + 1) * unitsPerSlot);
    this.#unitCounts.fill(0, slot * unitsPerSlot, (slot + 1) * unitsPerSlot);
    this.touched.push(slot);
  }

  /**
   * Counts a term of weight `mass` for a slot whose posting holds `facts`. A bonus is kept apart: it helps
   * to choose among skills and never speaks for one.
   */
  add(slot: number, facts: number, mass: number, bonus: boolean): void {
    this.touch(slot);
    const weighed = mass * termWeight(facts);
    if (bonus) {
      this.#bonuses[slot] = (this.#bonuses[slot] as number) + weighed;
      return;
    }
    this.#sums[slot] = (this.#sums[slot] as number) + weighed;
    const keys = keysWith(facts);
    this.#frequencies[slot] = (this.#frequencies[slot] as number) + (mass * keys) / (keys + frequencyHalf);
    let bits = triggersOf(facts) | (symptomsOf(facts) << triggerLimit);
    const base = slot * unitsPerSlot;
    while (bits !== 0) {
      const unit = base + 31 - Math.clz32(bits & -bits);
      this.#unitSums[unit] = (this.#unitSums[unit] as number) + mass;
      this.#unitCounts[unit] = (this.#unitCounts[unit] as number) + 1;
      bits &= bits - 1;
    }
  }

  /** Summed mass, each term's the larger the more keys hold it. */
  frequency(slot: number): number {
    return this.#frequencies[slot] as number;
  }

  bonus(slot: number): number {
    return this.#bonuses[slot] as number;
  }

  /** Summed saturated weight over all keys. */
  sum(slot: number): number {
    return this.#sums[slot] as number;
  }

  /** Mass shared with one trigger query (0 to 15) or one symptom (16 to 23). */
  unitSum(slot: number, unit: number): number {
    return this.#unitSums[slot * unitsPerSlot + unit] as number;
  }

  unitCount(slot: number, unit: number): number {
    return this.#unitCounts[slot * unitsPerSlot + unit] as number;
  }
}
