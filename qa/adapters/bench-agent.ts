import type { Loop } from "@skillloop/core";
import type { Script } from "./script.ts";

export interface AgentSetup {
  readonly script: Script;
  /** Absent: the bare framework, without SkillLoop. */
  readonly loop?: Loop | undefined;
}

/** An agent that has the framework's own hooks where SkillLoop has its: they do nothing. */
export type HookedAgent = (script: Script) => BenchAgent;

export interface RunOptions {
  readonly signal?: AbortSignal | undefined;
}

/** An agent of a real framework around the scripted model, built once and used for many runs. */
export interface BenchAgent {
  /** Runs one task to its end and answers with what the agent said last. */
  run(task: string, options?: RunOptions): Promise<string>;
  /** The milliseconds from the call to the first chunk of the stream, which is then read to its end. */
  firstChunk?(task: string): Promise<number>;
  /** Ends what nothing else ends and waits until it is stored. */
  flush(): Promise<void>;
  /** How many runs the adapter holds open; 0 for a bare framework. */
  openRuns(): number;
}

/** One adapter in one way of using it. */
export interface Subject {
  readonly name: string;
  agent(setup: AgentSetup): BenchAgent | Promise<BenchAgent>;
  /** Tells what the framework itself takes for having hooks there. Absent where it takes nothing to speak of. */
  readonly hooked?: HookedAgent;
  /** What this way of using it cannot be asked, and why. */
  readonly lacks?: { readonly stream?: string };
}
