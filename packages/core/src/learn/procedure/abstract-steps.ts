import { callSkeleton } from "../../text/shell/command-skeleton.ts";
import { readShell, shellCommandLine } from "../../text/shell/shell-command.ts";
import type { JsonValue } from "../../types/json.ts";
import type { Example, ExampleCall } from "../../types/skill.ts";
import type { Trace } from "../../types/trace.ts";
import { attemptsOf } from "../find-repairs.ts";
import { raisesPrivilege } from "../fix-safety.ts";
import { renderCommands } from "../render-shell.ts";
import type { Attempt } from "../repair.ts";
import type { ShellAbstraction } from "../shell-values.ts";
import { abstractCallInput } from "./abstract-call-input.ts";
import { type ValueBindings, valueBindings } from "./value-bindings.ts";

/** Calls of one run in the form in which the next run can follow them. */
export interface AbstractedCalls {
  /** One for each of the calls that were asked for, in their order. */
  readonly calls: readonly ExampleCall[];
  readonly explanations: Readonly<Record<string, string>>;
  /** The values that have a placeholder. */
  readonly bound: readonly string[];
  /** Whether a value is left for which the run has no source. */
  readonly unbound: boolean;
}

/** What was run or given, as it was: for the checks on its safety. */
export function calledText({ step }: Attempt): string {
  return shellCommandLine(step.tool, step.input) ?? JSON.stringify(step.input);
}

export function abstractCalls(trace: Trace, attempts: readonly Attempt[]): AbstractedCalls {
  const bindings = valueBindings(trace);
  const abstractAll = (): readonly ExampleCall[] =>
    attempts.map((attempt) => ({
      tool: attempt.step.tool,
      input: abstractInputOf(attempt, bindings),
      skeleton: callSkeleton(attempt.step.tool, attempt.step.input),
    }));
  // A value may be known by name only from a later call on: read twice, it has one name throughout.
  abstractAll();
  const calls = abstractAll();
  return {
    calls,
    explanations: bindings.placeholders.explanations(),
    bound: [...bindings.placeholders.bound().keys()],
    unbound: bindings.unexplained().length > 0,
  };
}

function abstractInputOf({ step, at }: Attempt, bindings: ValueBindings): JsonValue {
  const commandLine = shellCommandLine(step.tool, step.input);
  if (commandLine === undefined) return abstractCallInput(step.input, at, bindings);
  const abstraction: ShellAbstraction = {
    placeholders: bindings.placeholders,
    sources: bindings.sources,
    own: -1,
    before: at,
    renamed: new Set(),
    unchanged: new Set(),
    moved: bindings.facts,
  };
  const rendered = renderCommands(readShell(commandLine), abstraction);
  const line = withoutBoundParts(rendered, bindings);
  if (typeof step.input === "string") return line;
  const isObject = step.input !== null && typeof step.input === "object" && !Array.isArray(step.input);
  const fields = isObject ? Object.entries(step.input) : [];
  return { [fields.find(([, value]) => value === commandLine)?.[0] ?? "command"]: line };
}

/** A path or an address that stays, as one on this machine does, may hold a value of this run between its slashes. */
function withoutBoundParts(line: string, { placeholders }: ValueBindings): string {
  const bound = placeholders.bound();
  return line.replace(/[^\s"'<>]*\/[^\s"'<>]*/g, (word) =>
    word.replace(/[\p{L}\p{N}_-]+/gu, (part) => {
      const name = bound.get(part);
      return name === undefined || part.length < 3 ? part : `<${name}>`;
    }),
  );
}

/** The explanations of placeholders that stand in these calls, by name. */
export function exampleOf(
  calls: readonly ExampleCall[],
  explanations: Readonly<Record<string, string>>,
): Example {
  const text = JSON.stringify(calls.map(({ input }) => input));
  const used = Object.entries(explanations).filter(([name]) => text.includes(`<${name}>`));
  return { tool: calls.at(-1)?.tool ?? "", calls, placeholders: Object.fromEntries(used) };
}

/**
 * Some calls of a run as an example, in the order of the run; ids that it does not have are left out, and so are calls
 * that take rights or a credential: nobody is shown how. `calls` may therefore be empty. `unbound`: there is a value
 * in them of which the run does not say where it came from.
 */
export function abstractSteps(
  trace: Trace,
  callIds: readonly string[],
): { readonly example: Example; readonly unbound: boolean } {
  const wanted = new Set(callIds);
  const attempts = attemptsOf(trace).filter(
    (attempt) => wanted.has(attempt.step.callId) && !raisesPrivilege(calledText(attempt)),
  );
  const { calls, explanations, unbound } = abstractCalls(trace, attempts);
  return { example: exampleOf(calls, explanations), unbound };
}
