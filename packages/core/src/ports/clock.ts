/** Time as the pipeline sees it, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  monotonic(): number;
  /** Resolves early, and never rejects, when `signal` aborts. Does not keep the process alive. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
