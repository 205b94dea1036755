import type { StepOutcome, TextStep } from "../types/trace.ts";

/**
 * What a reader finds in a list of messages, in order. `group` numbers the message it stood in: events of
 * one group were written in one go.
 */
export type TraceEvent = TextEvent | CallEvent | ResultEvent;

export interface TextEvent {
  readonly kind: "text";
  readonly group: number;
  readonly role: TextStep["role"];
  readonly text: string;
}

export interface CallEvent {
  readonly kind: "call";
  readonly group: number;
  readonly id?: string | undefined;
  readonly tool: string;
  readonly input: unknown;
  /** The arguments could not be read, or did not fit the tool. */
  readonly invalidInput?: boolean;
}

export interface ResultEvent {
  readonly kind: "result";
  readonly group: number;
  readonly id?: string | undefined;
  readonly tool?: string | undefined;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly failed?: boolean;
  readonly outcome?: StepOutcome;
}

const roles: Readonly<Record<string, TextStep["role"]>> = {
  user: "user",
  human: "user",
  assistant: "assistant",
  ai: "assistant",
  model: "assistant",
};

/**
 * The text of a message as an event, or nothing when it says nothing. A speaker nobody knows is not the
 * user: what a user asked becomes the task.
 */
export function textEvent(group: number, role: string, text: string): readonly TextEvent[] {
  return text.trim() === "" ? [] : [{ kind: "text", group, role: roles[role] ?? "system", text }];
}

/** An id that names a call: missing, empty and null ids name none (PR3). */
export function callIdOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}
