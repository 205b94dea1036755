import { highestScore } from "./highest-score.ts";
import type { Partition } from "./partition.ts";
import { findSlot } from "./posting-list.ts";
import type { Scoreboard } from "./scoreboard.ts";
import type { WeighedTerm } from "./weigh-terms.ts";

/**
 * Adds up what the terms say, rarest first. Once the terms that are left cannot lift a new skill to the
 * minimum, they only add to the skills already found: a frequent word costs no loop over the library.
 */
export function collectPostings(request: {
  readonly partition: Partition<unknown>;
  readonly board: Scoreboard;
  readonly terms: readonly WeighedTerm[];
  readonly mass: number;
  readonly minimumScore: number;
}): void {
  const { partition, board, terms, mass, minimumScore } = request;
  let left = mass;
  for (const term of terms) {
    const closed = term.role === "bonus" ? minimumScore > 0 : highestScore(left / mass) < minimumScore;
    if (term.role !== "bonus") left -= term.mass;
    const list = partition.postings.get(term.term);
    if (list === undefined) continue;
    const { slots, facts } = list;
    const bonus = term.role === "bonus";
    if (closed && board.touched.length * 16 < slots.length) {
      for (const number of board.touched) {
        const at = findSlot(list, number);
        if (at >= 0) board.add(number, facts[at] as number, term.mass, bonus);
      }
      continue;
    }
    for (let at = 0; at < slots.length; at += 1) {
      const number = slots[at] as number;
      if (!closed || board.isTouched(number)) board.add(number, facts[at] as number, term.mass, bonus);
    }
  }
}
