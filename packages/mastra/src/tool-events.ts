import { type AgentRun, promptTranscript, readField, readText } from "@skillloop/core/adapter";

/** One execution of a tool as the hooks saw it. */
export interface ToolEvent {
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  /** The input messages of the request it belongs to, as Mastra hands them to a tool. */
  readonly messages: unknown;
  readonly startedAt: number;
  ended?: { readonly output: unknown; readonly error: unknown; readonly durationMs: number };
}

/** What Mastra gives a hook, in the fields that are read of it. */
export interface HookCall {
  readonly toolName: string;
  readonly input: unknown;
  readonly context: unknown;
}

/** Far more calls than one step has; a host that keeps one context for ever must not fill the memory. */
const keptEvents = 256;

/** Tool executions by the request context they ran under, until a request or the run's end takes them. */
export class ToolEvents {
  readonly #byContext = new WeakMap<object, ToolEvent[]>();
  readonly #byCall = new WeakMap<object, ToolEvent>();

  started({ toolName, input, context }: HookCall): void {
    const owner = readField(context, "requestContext");
    // Without a request context there is no request that could take it: the legacy methods.
    if (typeof context !== "object" || context === null || typeof owner !== "object" || owner === null)
      return;
    const event: ToolEvent = {
      id: readText(context, "toolCallId") ?? "",
      tool: toolName,
      input,
      messages: readField(context, "messages"),
      startedAt: performance.now(),
    };
    const events = this.#byContext.get(owner);
    if (events === undefined) this.#byContext.set(owner, [event]);
    else events.push(event);
    if (events !== undefined && events.length > keptEvents) events.shift();
    this.#byCall.set(context, event);
  }

  ended({ context }: Pick<HookCall, "context">, output: unknown, error: unknown): void {
    if (typeof context !== "object" || context === null) return;
    const event = this.#byCall.get(context);
    if (event === undefined) return;
    const durationMs = performance.now() - event.startedAt;
    event.ended = isPutOff(error)
      ? { output: undefined, error: undefined, durationMs }
      : { output, error: thrownBy(error), durationMs };
  }

  of(owner: object): readonly ToolEvent[] {
    return this.#byContext.get(owner) ?? [];
  }

  take(owner: object, taken: ReadonlySet<ToolEvent>): void {
    if (taken.size === 0) return;
    const rest = this.of(owner).filter((event) => !taken.has(event));
    if (rest.length === 0) this.#byContext.delete(owner);
    else this.#byContext.set(owner, rest);
  }
}

/** What a user asked in the request that a tool ran for. */
export const taskOf = ({ messages }: ToolEvent): string =>
  Array.isArray(messages) ? promptTranscript(messages).task : "";

/** A tool may return nothing, and one that suspends does. */
export const isEmpty = ({ ended }: ToolEvent): boolean =>
  ended === undefined || (ended.output === undefined && ended.error === undefined);

/** Leaves out what a later event tells of again: a call that was suspended or put off, and then ran. */
export const latestEvents = (events: readonly ToolEvent[]): readonly ToolEvent[] =>
  events.filter(
    (event, at) =>
      !isEmpty(event) ||
      !events.some((later, place) => place > at && later.id === event.id && later.tool === event.tool),
  );

/**
 * Which events belong to open calls, each call to one event. `only` where no other open call could be meant.
 * Mastra drops calls without an id, and second ones with the same id, from its prompts: they match none.
 */
export function matchEvents(
  events: readonly ToolEvent[],
  open: AgentRun["calls"],
): ReadonlyMap<ToolEvent, "only" | "one-of-many"> {
  const free = new Set(open);
  const matched = new Map<ToolEvent, "only" | "one-of-many">();
  for (const event of events) {
    const fitting = open.filter(({ frameworkId, tool }) => frameworkId === event.id && tool === event.tool);
    const call = fitting.find((candidate) => free.delete(candidate));
    if (call !== undefined) matched.set(event, fitting.length === 1 ? "only" : "one-of-many");
  }
  return matched;
}

/** Mastra wraps what a tool throws, with the original as the cause. */
function thrownBy(error: unknown): unknown {
  if (readField(error, "id") !== "TOOL_EXECUTION_FAILED") return error;
  return readField(error, "cause") ?? error;
}

/** A tool that Mastra began before the model had ended, and that it suspends or begins again. */
function isPutOff(error: unknown): boolean {
  return /^Eager tool execution did not run\b/.test(readText(error, "message") ?? "");
}
