/** What came back of a call, as an agent sees it. */
export interface CallResult {
  readonly ok: boolean;
  readonly output: string;
  /** Present when it failed. */
  readonly error?: string;
  /** Of a shell command. */
  readonly exitCode?: number;
}

/** The place in which a task plays, made anew for each run. */
export interface World {
  call(tool: string, input: Readonly<Record<string, unknown>>): Promise<CallResult>;
  /** Asks the world, and not the agent, whether the task is done. */
  solved(): Promise<boolean>;
  close(): Promise<void>;
}
