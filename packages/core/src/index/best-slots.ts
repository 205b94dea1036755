import type { ScoredSlot } from "./score-slot.ts";

/** The `limit` best slots offered so far. Ties go by id, so that the order of offers decides nothing. */
export class BestSlots {
  readonly #limit: number;
  readonly #best: ScoredSlot[] = [];
  readonly #ids: string[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Best first. */
  get all(): readonly ScoredSlot[] {
    return this.#best;
  }

  /** The relevance below which nothing is taken any more. */
  get bar(): number {
    return this.#best.length < this.#limit ? 0 : (this.#best.at(-1)?.relevance ?? 0);
  }

  offer(slot: ScoredSlot, id: string): void {
    let at = this.#best.length;
    while (at > 0 && this.#isBefore(slot.relevance, id, at - 1)) at -= 1;
    if (at >= this.#limit) return;
    this.#best.splice(at, 0, slot);
    this.#ids.splice(at, 0, id);
    if (this.#best.length <= this.#limit) return;
    this.#best.pop();
    this.#ids.pop();
  }

  #isBefore(relevance: number, id: string, at: number): boolean {
    const other = (this.#best[at] as ScoredSlot).relevance;
    return relevance > other || (relevance === other && id < (this.#ids[at] as string));
  }
}
