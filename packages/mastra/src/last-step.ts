import {
  type FrameworkCall,
  type FrameworkResult,
  readField,
  readList,
  readText,
} from "@skillloop/core/adapter";

/** What the last response of a request held. No later prompt shows it when the loop is cut there. */
export interface LastStep {
  readonly calls: readonly FrameworkCall[];
  /** Results by call, for calls that no hook told of. */
  readonly results: readonly FrameworkResult[];
  readonly text: string;
}

/** Mastra keeps calls and results as stream chunks, with what they say in `payload`. */
const payloadOf = (item: unknown): unknown => readField(item, "payload") ?? item;

export function readLastStep(result: unknown, messages: readonly unknown[]): LastStep {
  const step = readList(result, "steps").at(-1);
  const calls = readList(step, "toolCalls").map((item) => {
    const call = payloadOf(item);
    return {
      id: readText(call, "toolCallId"),
      tool: readText(call, "toolName") ?? "",
      input: readField(call, "args") ?? readField(call, "input"),
    };
  });
  const results = readList(step, "toolResults").map((item): FrameworkResult => {
    const answer = payloadOf(item);
    return {
      id: readText(answer, "toolCallId"),
      tool: readText(answer, "toolName"),
      output: readField(answer, "result") ?? readField(answer, "output"),
      exact: false,
    };
  });
  const told = new Set(results.map(({ id }) => id));
  const wanted = new Set(calls.map(({ id }) => id).filter((id) => !told.has(id)));
  return {
    calls,
    results: [...results, ...failuresIn(messages, wanted)],
    text: readText(step, "text") ?? "",
  };
}

/** Calls that failed before their tool ran stand in the messages alone. */
function failuresIn(
  messages: readonly unknown[],
  wanted: ReadonlySet<string | undefined>,
): readonly FrameworkResult[] {
  if (wanted.size === 0) return [];
  return messages
    .flatMap((message) => readList(readField(message, "content"), "parts"))
    .map((part) => readField(part, "toolInvocation"))
    .filter((call) => readField(call, "state") === "output-error" && wanted.has(readText(call, "toolCallId")))
    .map((call) => ({
      id: readText(call, "toolCallId"),
      tool: readText(call, "toolName"),
      error: readText(call, "errorText") ?? "",
      exact: false,
    }));
}
