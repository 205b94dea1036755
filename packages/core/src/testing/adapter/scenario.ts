import type { AdapterOptions } from "../../adapter/adapter-options.ts";
import type { StepOutcome, Trace } from "../../types/trace.ts";
import type {
  AdapterHarness,
  AgentTurn,
  ScenarioName,
  ScriptedCall,
  ScriptedReply,
  ScriptedTool,
} from "./adapter-harness.ts";
import type { Differences } from "./differences.ts";
import type { Play } from "./play.ts";

/** One thing that agents do, and what every adapter has to make of it. */
export interface Scenario {
  readonly name: ScenarioName | "options";
  readonly title: string;
  readonly cases: readonly ContractCase[];
}

/** A plain function that throws when an adapter does not hold the contract. */
export interface ContractCase {
  readonly title: string;
  readonly run: (harness: AdapterHarness, differences: Differences) => Promise<void>;
  /** Whether the bare framework can do it at all. Absent: every framework can. */
  readonly isThere?: (harness: AdapterHarness) => Promise<boolean>;
}

/** A call as the trace must have it. */
export interface ExpectedCall {
  readonly call: ScriptedCall;
  /** More than one where frameworks may differ in what is no failure. */
  readonly outcomes: readonly StepOutcome[];
  /** The whole output. */
  readonly output?: string;
  /** What its error text must hold. */
  readonly error?: string;
}

export interface ExpectedTrace {
  readonly task: string;
  /** The calls in the order the model issued them; those of one response stand together. */
  readonly turns: readonly (readonly ExpectedCall[])[];
  readonly end: Trace["end"];
}

export type Mode = AgentTurn["mode"];
export type ScriptedTurn = Omit<AgentTurn, "mode">;

/** What a scripted agent is given and does. The tools are made anew for every play. */
export interface Script {
  readonly tools: (harness: AdapterHarness) => readonly ScriptedTool[];
  readonly replies: readonly ScriptedReply[];
  readonly turns: readonly ScriptedTurn[];
  readonly options?: Omit<AdapterOptions<never>, "loop" | "scope" | "taskId">;
}

/** What must come of a script with SkillLoop. */
export interface Expectation {
  /** Throws when the bare framework did not do what the scenario is about: then it would prove nothing. */
  readonly shows: (bare: Play, mode: Mode) => void;
  readonly traces: readonly ExpectedTrace[];
  /** Ids of the calls whose errors are known. Default none. */
  readonly hinted?: readonly string[];
}

export const call = (id: string, tool: string, input: ScriptedCall["input"]): ScriptedCall => ({
  id,
  tool,
  input,
});

export const calls = (...issued: readonly ScriptedCall[]): ScriptedReply => ({ calls: issued });

export const say = (text: string): ScriptedReply => ({ text });

export const ok = (issued: ScriptedCall, output?: string): ExpectedCall => ({
  call: issued,
  outcomes: ["ok"],
  ...(output !== undefined && { output }),
});

export const ended = (issued: ScriptedCall, outcome: StepOutcome, error?: string): ExpectedCall => ({
  call: issued,
  outcomes: [outcome],
  ...(error !== undefined && { error }),
});
