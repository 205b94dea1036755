/** Time as the pipeline sees it, so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations. */
  monotonic(): number;
  /** Resolves early, and never rejects, when `signal` aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Like `sleep`, for waiting in the background: it does not keep the process alive. */
  rest(milliseconds: number, signal?: AbortSignal): Promise<void>;
}
