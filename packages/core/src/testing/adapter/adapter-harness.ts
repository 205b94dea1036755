import type { AdapterOptions } from "../../adapter/adapter-options.ts";
import type { StepOutcome } from "../../types/trace.ts";

/** A call as the scripted model makes it. A string as `input` is arguments that are no JSON. */
export interface ScriptedCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** One answer of the scripted model. `hang` opens a stream, says what it says, and never ends. */
export type ScriptedReply =
  | { readonly text: string }
  | { readonly calls: readonly ScriptedCall[]; readonly text?: string }
  | { readonly error: Error }
  | { readonly hang: true; readonly text: string };

/**
 * A message of a request as it reached the model, in words that are the same for every framework. Results of
 * several calls are several messages here, also where the framework sends them in one.
 */
export interface SeenMessage {
  readonly role: "system" | "user" | "assistant" | "tool";
  /** All its text; of a tool message the result, of an assistant message what it said. */
  readonly text: string;
  /** The call that a tool message answers. */
  readonly callId?: string;
}

/** One request as it reached the model. */
export interface SeenRequest {
  readonly messages: readonly SeenMessage[];
  /** The request as the framework handed it over, for comparing bytes: what changes by itself (ids, times) taken out. */
  readonly raw: string;
}

/** What a tool may do beside returning and throwing. */
export interface ToolContext {
  readonly callId: string;
  /** Stops the run for a person, and on the resume gives what that person answered. */
  readonly interrupt: (question: string) => Promise<unknown>;
}

export interface ScriptedTool {
  readonly name: string;
  readonly description: string;
  /** Every field is required. */
  readonly fields: Readonly<Record<string, "string" | "number">>;
  /** What it returns is the result; what it throws is thrown to the framework; `toolFailure` returns an error. */
  readonly run: (input: Readonly<Record<string, unknown>>, context: ToolContext) => unknown;
}

/** Makes a tool return an error in its framework's own form instead of throwing it. */
export class ToolFailure {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** One turn of a conversation: what a user asks, and how the host runs it. */
export interface AgentTurn {
  readonly task: string;
  readonly mode: "generate" | "stream";
  /** How a stream is read: to its end (default), not at all, or aborted after its first text. */
  readonly reading?: "all" | "none" | "abort";
  /** At most this many model calls. */
  readonly stepLimit?: number;
  /** Continues an interrupted turn with a person's answer. */
  readonly resume?: unknown;
  /** Turns of one thread share its history. Default: a thread of its own. */
  readonly thread?: string;
}

/** What a framework gave its host. */
export interface TurnOutcome {
  /** The final answer's text, `""` when there is none. */
  readonly answer: string;
  /** What was thrown to the host, by its message. */
  readonly error?: string;
  readonly interrupted: boolean;
  /** What the host holds afterwards (messages, state, checkpoint, saved memory), as JSON without what changes by itself. */
  readonly state: unknown;
  /** The parts of a stream in order, likewise. */
  readonly parts?: readonly unknown[];
}

/** An agent of the real framework around the scripted model and tools. */
export interface AgentUnderTest {
  turn(turn: AgentTurn): Promise<TurnOutcome>;
  /** The requests that have reached the model, oldest first, of all turns. */
  readonly requests: readonly SeenRequest[];
  /** Ends every run that is open (`endOpen: true`), and waits until the adapter has stored what has ended. */
  flush(timeoutMs?: number): Promise<void>;
  /** Runs, timers and listeners the adapter holds open. */
  openRuns(): number;
  close?(): Promise<void>;
}

export interface AgentSetup {
  readonly tools: readonly ScriptedTool[];
  /** The model: from what it is sent, and how many requests of this agent came before, to what it answers. */
  readonly model: (request: SeenRequest, index: number) => ScriptedReply;
  /** Absent: the bare framework, without SkillLoop. */
  readonly skillLoop?: Omit<AdapterOptions<never>, "scope" | "taskId">;
  /** Agents with the same value share one model object and one adapter instance. */
  readonly shared?: object;
}

export type ScenarioName =
  | "one-call"
  | "parallel-calls"
  | "thrown-error"
  | "returned-error"
  | "invalid-arguments"
  | "unknown-tool"
  | "repair"
  | "interrupt"
  | "hand-off"
  | "aborted-stream"
  | "unread-stream"
  | "model-error"
  | "step-limit"
  | "two-agents"
  | "follow-up"
  | "nothing-recalled"
  | "throwing-store"
  | "hanging-store";

/**
 * Where a framework cannot show what the suite would like to see. Each needs its reason, which stands in the
 * test's name; one that does not show when the suite runs fails it.
 */
export interface AllowedDifference {
  readonly scenario: ScenarioName;
  readonly reason: string;
  /** Only in the cases whose title holds this, for example `"stream"`. Default: in all of the scenario. */
  readonly cases?: string;
  /** Outcomes by call id that stand for what the suite expects. */
  readonly outcomes?: Readonly<Record<string, StepOutcome>>;
  readonly end?: "completed" | "failed" | "aborted";
  /** It does not exist in this framework. The suite plays the bare framework to see that this is so. */
  readonly notThere?: true;
}

/** One adapter in one way of using it, for the contract suite. */
export interface AdapterHarness {
  readonly name: string;
  agent(setup: AgentSetup): AgentUnderTest | Promise<AgentUnderTest>;
  /** The hand-off of this framework: a tool call that passes control on. Absent: it has none. */
  readonly handOff?: {
    /** A tool that hands off when it is called, in the framework's own form. */
    readonly tool: ScriptedTool;
  };
  readonly differences?: readonly AllowedDifference[];
}
