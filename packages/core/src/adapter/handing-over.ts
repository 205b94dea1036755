/** How long a framework may still take with its answer once a run has ended, in milliseconds. */
const longestMs = 10;

/** The while in which a framework hands the answer of a run over to its host. Whoever waits for the trace can end it. */
export class HandingOver {
  #isEnded = false;
  #wake: (() => void) | undefined;

  /** Begins when it is asked for. */
  get over(): Promise<void> {
    if (this.#isEnded) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, longestMs);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Bound, so that it can be handed on. */
  readonly end = (): void => {
    this.#isEnded = true;
    this.#wake?.();
  };
}
