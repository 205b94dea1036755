import type { Clock } from "../ports/clock.ts";

/** Milliseconds of searching after which the event loop gets its turn. */
const turnMs = 5;

/**
 * Searches are synchronous and their waits are mostly over at once, so a hundred of them would run as one
 * piece of work that no timer and no request of the host gets into. This lets the event loop in between.
 */
export class FairTurns {
  #spent = 0;
  #next: Promise<void> | undefined;

  /** Whether a search that is begun now has to wait for the event loop. */
  get isUsedUp(): boolean {
    return this.#spent >= turnMs;
  }

  /** Does `work` in this turn, or in the first one that has time left. */
  async run<Result>(clock: Pick<Clock, "monotonic">, work: () => Result): Promise<Result> {
    // Asked again after each wait: all who waited come back in the same turn, and the first may use it up.
    while (this.isUsedUp) await this.#next;
    return this.runNow(clock, work);
  }

  /** Does the steps of `work`, as many in a turn as it has time for. */
  async runSteps<Result>(clock: Pick<Clock, "monotonic">, work: Generator<unknown, Result>): Promise<Result> {
    for (;;) {
      const step = await this.run(clock, () => this.#stepsOfTurn(clock, work));
      if (step.done === true) return step.value;
    }
  }

  /** Does at once the steps of `work` that this turn has time for, and one in any case. */
  stepsNow<Result>(
    clock: Pick<Clock, "monotonic">,
    work: Generator<unknown, Result>,
  ): IteratorResult<unknown, Result> {
    return this.runNow(clock, () => this.#stepsOfTurn(clock, work));
  }

  #stepsOfTurn<Result>(
    clock: Pick<Clock, "monotonic">,
    work: Generator<unknown, Result>,
  ): IteratorResult<unknown, Result> {
    const start = clock.monotonic();
    let step = work.next();
    while (step.done !== true && this.#spent + clock.monotonic() - start < turnMs) step = work.next();
    return step;
  }

  /** Does `work` at once, and counts its time. */
  runNow<Result>(clock: Pick<Clock, "monotonic">, work: () => Result): Result {
    this.#next ??= new Promise((resolve) => {
      setImmediate(() => {
        this.#spent = 0;
        this.#next = undefined;
        resolve();
      });
    });
    const start = clock.monotonic();
    try {
      return work();
    } finally {
      this.#spent += clock.monotonic() - start;
    }
  }
}

/** One for all loops, as they share the event loop. */
export const turns = new FairTurns();
