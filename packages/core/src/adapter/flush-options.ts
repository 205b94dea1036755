/** What a host asks of an adapter before it lets the process sleep or go away. */
export interface FlushOptions {
  /** Waits no longer than this, in milliseconds. Default: until everything is stored. */
  readonly timeoutMs?: number;
  /**
   * True also ends runs that still wait for their model, a tool or a person, as aborted. For a process that
   * goes away and serves nobody else; where requests share a process, it would cut other users' runs in two.
   * Default false.
   */
  readonly endOpen?: boolean;
}
