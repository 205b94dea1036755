import type { HostTask } from "./langchain-call.ts";

/** What the callbacks ask of their surroundings. Each part that is absent is done without. */
export interface LangchainSurroundings {
  /** Milliseconds, for durations. */
  readonly now?: () => number;
  /** `langgraph_checkpoint_ns` of the graph node that the calling code is part of, `undefined` outside. */
  readonly place?: () => string | undefined;
  /** The host's task that the calling code is part of. */
  readonly task?: () => HostTask | undefined;
}
