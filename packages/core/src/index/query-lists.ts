import { leastCoverage } from "./highest-score.ts";
import type { Partition } from "./partition.ts";
import { type PostingList, seekSlot } from "./posting-list.ts";
import type { WeighedTerm } from "./weigh-terms.ts";

/** The postings of one term of a query. */
export interface QueryList {
  readonly postings: PostingList;
  readonly mass: number;
  readonly isBonus: boolean;
  /** Place of the slot last looked for: the next one is mostly a little further on. */
  cursor: number;
}

/** More than rounding can make of a bound: what ties with a bar must not fall under it. */
const slack = 1e-9;

/** The postings of a query's terms in a partition, in the order of the terms, and what those from any of them on can add. */
export class QueryLists {
  readonly lists: readonly QueryList[];
  /** Of all terms, those that no skill knows included. */
  readonly mass: number;
  readonly #left: Float64Array;
  readonly #bonusLeft: Float64Array;

  constructor(partition: Partition<unknown>, terms: readonly WeighedTerm[], mass: number) {
    this.mass = mass;
    this.lists = terms.flatMap((term) => {
      const postings = partition.postings.get(term.term);
      if (postings === undefined) return [];
      return [{ postings, mass: term.mass, isBonus: term.role === "bonus", cursor: 0 }];
    });
    this.#left = new Float64Array(this.lists.length + 1);
    this.#bonusLeft = new Float64Array(this.lists.length + 1);
    for (let at = this.lists.length - 1; at >= 0; at -= 1) {
      const list = this.lists[at] as QueryList;
      this.#left[at] = (this.#left[at + 1] as number) + (list.isBonus ? 0 : list.mass);
      this.#bonusLeft[at] = (this.#bonusLeft[at + 1] as number) + (list.isBonus ? list.mass : 0);
    }
  }

  /**
   * What a skill needs of the terms before `at` to score `score`, with all of the others; below zero where it needs
   * nothing of them.
   */
  leastSum(at: number, score: number): number {
    return (leastCoverage(score) - slack) * this.mass - (this.#left[at] as number);
  }

  /** The most relevance that the bonus terms from `at` on can add. */
  bonusLeft(at: number): number {
    return (this.#bonusLeft[at] as number) / this.mass;
  }

  /** Whether the terms from `at` on say so little that to know them would decide next to nothing. */
  isNearlyAll(at: number): boolean {
    return ((this.#left[at] as number) + (this.#bonusLeft[at] as number)) / this.mass < 0.02;
  }
}

/** What the list says of a slot, or 0 where it does not hold it. Quickest for slots in ascending order. */
export function factsOf(list: QueryList, slot: number): number {
  const { postings, cursor } = list;
  const isBehind = cursor > 0 && (postings.slots[cursor - 1] as number) >= slot;
  const at = seekSlot(postings, slot, isBehind ? 0 : cursor);
  list.cursor = at;
  return postings.slots[at] === slot ? (postings.facts[at] as number) : 0;
}
