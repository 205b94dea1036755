import type { World } from "../world.ts";

export const domains = ["git", "node", "billing", "config"] as const;
export type Domain = (typeof domains)[number];

export type Habit =
  | "leaves the target out"
  | "does not look at what is there first"
  | "skips a step"
  | "gives values in the form they were told"
  | "runs a thing without what it needs"
  | "none";

/** How the first round goes; `PROTOCOL.md` says what each is for. */
export type Sort = "recovers" | "gives up" | "silent" | "habit is right";

export type Values = Readonly<Record<string, string | number>>;

/** `<name>` in a text stands for a value of the assignment, for a fact from the notes, or for a field of an earlier output. */
export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, string | number | boolean>>;
}

/** One way to go about a task. The first one of a task is the habit. */
export interface Way {
  readonly calls: readonly Call[];
  /** What tells it from the habit, in code or in words: all must stand in one sentence. Empty for the habit. */
  readonly marks: readonly RegExp[];
  /** What only the notes can give; without it the way cannot be gone. */
  readonly fact?: { readonly name: string; readonly pattern: RegExp };
}

/** What an agent is told: the words of the task, and the things these words name. */
export interface Assignment {
  readonly task: string;
  readonly values: Values;
}

export interface LoopTask {
  /** For the report and for making the world anew. Neither the agent nor the model server is given it. */
  readonly id: string;
  readonly domain: Domain;
  readonly habit: Habit;
  readonly sort: Sort;
  /** The operation at hand, as texts name it. */
  readonly about: RegExp;
  readonly ways: readonly Way[];
  /** Name of the check that asks the world. */
  readonly check: string;
  readonly world: (values: Values) => Promise<World>;
  readonly first: Assignment;
  readonly second: Assignment;
}

/** A way of one shell command. */
export function shellWay(command: string, ...marks: readonly RegExp[]): Way {
  return { calls: [{ tool: "bash", input: { command } }], marks };
}

/** A way of calls to a service. */
export function serviceWay(
  calls: readonly (readonly [tool: string, input: Call["input"]])[],
  ...marks: readonly RegExp[]
): Way {
  return { calls: calls.map(([tool, input]) => ({ tool, input })), marks };
}
