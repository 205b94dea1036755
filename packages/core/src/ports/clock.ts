/** Time as the pipeline sees it, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  monotonic(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
