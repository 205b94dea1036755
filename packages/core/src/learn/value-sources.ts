import { readJson } from "../text/read-json.ts";
import { readShell, shellCommandLine } from "../text/shell/shell-command.ts";
import type { JsonValue } from "../types/json.ts";
import type { Trace } from "../types/trace.ts";
import { isFailure } from "./failure-kind.ts";
import { holdsWord, type SearchText, searchText } from "./search-text.ts";

/** Where a value of a run was first seen. `own-error`: in the error that the repair is about. `chance`: too common a word or number to say. */
export type ValueOrigin =
  | { readonly from: "task" | "user" | "own-error" | "chance" | "nowhere" }
  | { readonly from: "output"; readonly tool: string; readonly call: string; readonly at: number };

interface Source {
  readonly from: "task" | "user" | "output";
  readonly text: SearchText;
  readonly at: number;
  readonly tool: string;
  readonly call: string;
}

/** The texts of a run that values can come from. */
export interface ValueSources {
  /** Where a literal was seen before step `before`, leaving out the failing call `own`. */
  readonly originOf: (literal: string, before: number, own: number) => ValueOrigin;
  /** Whether the output at step `at` holds a literal. */
  readonly outputHolds: (at: number, literal: string) => boolean;
  readonly inTask: (literal: string) => boolean;
  /** The field name under which a literal stood alone in some JSON output or input. */
  readonly fieldOf: (literal: string) => string | undefined;
}

function fieldsIn(value: JsonValue, name: string, fields: Map<string, string>): void {
  if (typeof value === "string") {
    if (value.length > 1 && value.length < 80 && !fields.has(value)) fields.set(value, name);
  } else if (Array.isArray(value)) {
    for (const inner of value) fieldsIn(inner, name, fields);
  } else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value)) fieldsIn(inner, key, fields);
  }
}

/** What a call is named in a sentence: its tool, or the command that a shell ran. */
function callName(tool: string, input: JsonValue): string {
  const commandLine = shellCommandLine(tool, input);
  if (commandLine === undefined) return tool;
  const command = readShell(commandLine).at(-1);
  if (command === undefined) return tool;
  const options = command.arguments.filter(({ kind }) => kind === "option").map(({ text }) => text);
  return [command.program, ...command.subcommands, ...options].join(" ");
}

export function valueSources(trace: Trace): ValueSources {
  const sources: Source[] = [{ from: "task", text: searchText(trace.task), at: -1, tool: "", call: "" }];
  let fields: Map<string, string> | undefined;
  trace.steps.forEach((step, at) => {
    if (step.kind === "text") {
      if (step.role === "user")
        sources.push({ from: "user", text: searchText(step.text), at, tool: "", call: "" });
      return;
    }
    const text = `${step.output ?? ""}\n${isFailure(step) ? (step.error ?? "") : ""}`;
    sources.push({
      from: "output",
      text: searchText(text),
      at,
      tool: step.tool,
      call: callName(step.tool, step.input),
    });
  });
  return {
    originOf: (literal, before, own) => {
      const held = sources.filter(({ at, text }) => at < before && holdsWord(text, literal));
      if (held.some(({ from, at }) => from === "output" && at === own)) return { from: "own-error" };
      const task = held.find(({ from }) => from === "task");
      if (task !== undefined) return { from: "task" };
      // The latest look is the one the agent took because of the error.
      const output = held.filter(({ from }) => from === "output").at(-1);
      if (output !== undefined)
        return { from: "output", tool: output.tool, call: output.call, at: output.at };
      return { from: held.length > 0 ? "user" : "nowhere" };
    },
    outputHolds: (place, literal) =>
      sources.some(({ from, at, text }) => from === "output" && at === place && holdsWord(text, literal)),
    inTask: (literal) => sources.some(({ from, text }) => from !== "output" && holdsWord(text, literal)),
    fieldOf: (literal) => {
      if (fields === undefined) {
        fields = new Map();
        for (const step of trace.steps) {
          if (step.kind !== "tool") continue;
          if (typeof step.input === "object") fieldsIn(step.input, "value", fields);
          const output = /^\s*[[{]/.test(step.output ?? "") ? readJson(step.output ?? "") : undefined;
          if (output?.ok) fieldsIn(output.value, "value", fields);
        }
      }
      return fields.get(literal);
    },
  };
}
