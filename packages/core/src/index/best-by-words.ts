import { BestSlots } from "./best-slots.ts";
import type { Partition } from "./partition.ts";
import { factsOf, type QueryList, type QueryLists } from "./query-lists.ts";
import { type ScoredSlot, scoreSlot } from "./score-slot.ts";
import type { Scoreboard } from "./scoreboard.ts";
import type { SearchQuery } from "./search-query.ts";

/** Postings before which it pays to look how good the best are by now. */
const longList = 1_024;
/** Candidates that are scored at once rather than sifted by a further term. */
const few = 48;

export interface WordSearch {
  readonly partition: Partition<unknown>;
  readonly board: Scoreboard;
  readonly lists: QueryLists;
  readonly query: Pick<SearchQuery, "minimumScore" | "minimumRank" | "limit">;
}

/**
 * The `limit` best skills by their words, as if every skill had been scored. Terms come rarest first. Once those
 * that are left cannot lift a new skill over the best ones found, they are only looked up for the skills already
 * there that still can: a frequent word costs no loop over the library.
 */
export function bestByWords(search: WordSearch): readonly ScoredSlot[] {
  const { partition, board, lists, query } = search;
  const best = new BestSlots(query.limit);
  board.start(partition.slots.length);
  let at = 0;
  let sinceLook = 0;
  for (; at < lists.lists.length; at += 1) {
    const list = lists.lists[at] as QueryList;
    const { length } = list.postings.slots;
    if (length >= longList && sinceLook > 0 && sinceLook * 2 >= board.touched.length) {
      lookAhead(search, best);
      sinceLook = 0;
    }
    if (leastSum(search, best, at, 0) > 0) break;
    board.addAll(list);
    sinceLook += length;
  }
  lookAhead(search, best);
  let candidates = sift(search, best, at, board.touched);
  while (candidates.length > few && !lists.isNearlyAll(at)) {
    addTo(board, candidates, lists.lists[at] as QueryList);
    at += 1;
    candidates = sift(search, best, at, candidates);
  }
  for (const number of candidates)
    if (board.sum(number) >= leastSum(search, best, at, board.bonus(number))) score(search, best, number);
  return best.all;
}

/** What a skill needs of the terms before `at` to be among the best, beside a bonus of `bonus`. */
function leastSum({ lists, query }: WordSearch, best: BestSlots, at: number, bonus: number): number {
  const bar = best.bar - bonus / lists.mass - lists.bonusLeft(at);
  return lists.leastSum(at, Math.max(query.minimumScore ?? 0, bar));
}

function sift(search: WordSearch, best: BestSlots, at: number, candidates: readonly number[]): number[] {
  const { board } = search;
  const least = leastSum(search, best, at, 0);
  const left: number[] = [];
  for (const number of candidates) {
    const needed = board.hasBonuses ? leastSum(search, best, at, board.bonus(number)) : least;
    if (board.sum(number) >= needed) left.push(number);
  }
  return left;
}

function score({ partition, board, lists, query }: WordSearch, best: BestSlots, number: number): void {
  const slot = partition.slots[number];
  if (slot === undefined || slot.rank < query.minimumRank || !board.isFirstScore(number)) return;
  const scored = scoreSlot(lists, number, slot.sizes);
  if (scored.score >= (query.minimumScore ?? 0)) best.offer(scored, slot.id);
}

/** Scores those with the highest sums by now, so that the bar is high before many are held against it. */
function lookAhead(search: WordSearch, best: BestSlots): void {
  const { board, query } = search;
  const numbers: number[] = [];
  const sums: number[] = [];
  for (const number of board.touched) {
    const sum = board.sum(number) + board.bonus(number);
    let at = sums.length;
    if (at === query.limit && sum <= (sums[at - 1] as number)) continue;
    while (at > 0 && (sums[at - 1] as number) < sum) at -= 1;
    sums.splice(at, 0, sum);
    numbers.splice(at, 0, number);
    if (sums.length <= query.limit) continue;
    sums.pop();
    numbers.pop();
  }
  for (const number of numbers) score(search, best, number);
}

function addTo(board: Scoreboard, candidates: readonly number[], list: QueryList): void {
  for (const number of candidates) {
    const facts = factsOf(list, number);
    if (facts !== 0) board.add(number, list, facts);
  }
}
