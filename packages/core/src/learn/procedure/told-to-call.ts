import { readJson } from "../../text/read-json.ts";
import { shellCommandLine } from "../../text/shell/shell-command.ts";
import type { JsonValue } from "../../types/json.ts";
import type { Trace } from "../../types/trace.ts";
import { type Attempt, stringsIn } from "../repair.ts";
import { holdsWord } from "../search-text.ts";
import { spokenTexts, toldByOutput } from "../told-by-output.ts";
import type { ValueSources } from "../value-sources.ts";

const shortestToolName = 4;
const destination = /[a-z][a-z0-9+.-]*:\/\/\S+|^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/i;

/**
 * Whether some call of a procedure does what an output told the agent to do: a command or an address of a shell call as
 * for repairs, a tool that an output's prose was the first to name, or a destination that stood in prose. A value that
 * is a whole field of structured output is data.
 */
export function toldToCall(trace: Trace, calls: readonly Attempt[], sources: ValueSources): boolean {
  const spoken = spokenTexts(trace);
  const lines = calls.flatMap(({ step, at }) => {
    const line = shellCommandLine(step.tool, step.input);
    return line === undefined ? [] : [{ line, before: at }];
  });
  if (toldByOutput(spoken, lines)) return true;
  return calls.some((call) => {
    const { step, at } = call;
    if (shellCommandLine(step.tool, step.input) !== undefined) return false;
    return isNamedByOutput(step.tool, trace, at) || sendsWhereProseSaid(call, trace, sources);
  });

  function isNamedByOutput(tool: string, run: Trace, at: number): boolean {
    if (tool.length < shortestToolName || !/[_.-]|[a-z][A-Z]/.test(tool)) return false;
    const isKnown = run.steps.slice(0, at).some((step) => step.kind === "tool" && step.tool === tool);
    const first = spoken.find((source) => source.at < at && holdsWord(source.text, tool));
    const source = first === undefined ? undefined : run.steps[first.at];
    // An error that names the tool to use is how an interface documents itself.
    return !isKnown && first?.from === "output" && source?.kind === "tool" && source.outcome === "ok";
  }
}

function sendsWhereProseSaid({ step, at }: Attempt, trace: Trace, sources: ValueSources): boolean {
  return stringsIn(step.input).some((value) => {
    const found = destination.exec(value)?.[0];
    if (found === undefined) return false;
    const origin = sources.originOf(found, at, -1);
    if (origin.from !== "output") return false;
    const source = trace.steps[origin.at];
    return source?.kind === "tool" && !isFieldOf(source.output ?? "", found);
  });
}

function isFieldOf(output: string, literal: string): boolean {
  const read = readJson(output);
  return read.ok && holdsString(read.value, literal);
}

function holdsString(value: JsonValue, literal: string): boolean {
  if (typeof value === "string") return value === literal;
  if (value === null || typeof value !== "object") return false;
  return (Object.values(value) as readonly JsonValue[]).some((inner) => holdsString(inner, literal));
}
