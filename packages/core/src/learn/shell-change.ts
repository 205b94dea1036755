import { commandPurpose, sameCommandPurpose } from "../text/shell/call-purpose.ts";
import { callSkeleton, commandHead, workingCommands } from "../text/shell/command-skeleton.ts";
import { readShell, type ShellCommand, shellCommandLine } from "../text/shell/shell-command.ts";
import type { JsonValue } from "../types/json.ts";
import type { ExampleCall } from "../types/skill.ts";
import { abstractStateInput } from "./abstract-fields.ts";
import { type CommandDifference, compareCommands } from "./compare-commands.ts";
import { failureText, isLookingCommand } from "./failure-kind.ts";
import { addsMask, masksExitCode, narrowsEffect } from "./fix-safety.ts";
import type { Placeholders } from "./placeholders.ts";
import { renderCommands } from "./render-shell.ts";
import type { Dismissal, Repair, RepairChange } from "./repair.ts";
import type { ShellAbstraction } from "./shell-values.ts";
import { relevantStateSteps, type StateStep } from "./state-steps.ts";
import type { ValueSources } from "./value-sources.ts";

export interface ShellRepair {
  readonly repair: Repair;
  readonly sources: ValueSources;
  readonly placeholders: Placeholders;
  readonly failedLine: string;
  readonly fixedLine: string;
}

/** A tool's input with another command line in it. */
function withCommandLine(input: JsonValue, original: string, commandLine: string): JsonValue {
  if (typeof input === "string") return commandLine;
  if (Array.isArray(input) || input === null || typeof input !== "object") return { command: commandLine };
  const entries = Object.entries(input as { readonly [key: string]: JsonValue });
  const key = entries.find(([, value]) => value === original)?.[0] ?? "command";
  return { [key]: commandLine };
}

/** Stems of files that appear with two extensions: renamed by the repair. */
function renamedStems(commands: readonly ShellCommand[]): ReadonlySet<string> {
  const extensions = new Map<string, Set<string>>();
  for (const { words } of commands) {
    for (const word of words) {
      const match = /^(?:\.\/)?([^\s]+)(\.[A-Za-z][A-Za-z0-9]{0,4})$/.exec(word);
      if (match === null) continue;
      const known = extensions.get(match[1] ?? "") ?? new Set();
      extensions.set(match[1] ?? "", known.add(match[2] ?? ""));
    }
  }
  return new Set([...extensions].filter(([, found]) => found.size > 1).map(([stem]) => stem));
}

interface Plan {
  /** Commands of the working call line that are new and come before the repaired one. */
  readonly preludes: readonly ShellCommand[];
  readonly matched: readonly ShellCommand[];
  readonly pairs: readonly (readonly [failed: ShellCommand, fixed: ShellCommand])[];
}

function planOf(failed: readonly ShellCommand[], fixed: readonly ShellCommand[]): Plan {
  const work = workingCommands(failed);
  const purposes = work.map(commandPurpose);
  const isMatched = (command: ShellCommand): number =>
    purposes.findIndex((purpose) => sameCommandPurpose(purpose, commandPurpose(command)));
  const last = fixed.findLastIndex((command) => isMatched(command) >= 0);
  const head = fixed.slice(0, last + 1);
  const failedWords = new Set(failed.map(({ words }) => words.join(" ")));
  const matched = head.filter((command) => isMatched(command) >= 0);
  const preludes = head.filter(
    (command) =>
      isMatched(command) < 0 &&
      !failedWords.has(command.words.join(" ")) &&
      (!isLookingCommand(command) || command.program === "cd"),
  );
  const pairs = matched.flatMap((command) => {
    const origin = work[isMatched(command)];
    return origin === undefined ? [] : [[origin, command] as const];
  });
  return { preludes, matched, pairs };
}

const isTheCommand = (matched: readonly ShellCommand[]) => {
  const last = matched.at(-1)?.words.join(" ");
  return (words: readonly string[]): boolean => words.join(" ") === last;
};

function stateCall(state: StateStep, abstraction: ShellAbstraction): { call: ExampleCall; text: string } {
  const { tool, input } = state.attempt.step;
  const commandLine = shellCommandLine(tool, input);
  if (commandLine === undefined) {
    const abstracted = abstractStateInput(tool, input, abstraction);
    return {
      call: { tool, input: abstracted, skeleton: callSkeleton(tool, input) },
      text: `${tool} ${JSON.stringify(abstracted)}`,
    };
  }
  const text = renderCommands(state.commands, abstraction);
  const abstracted = withCommandLine(input, commandLine, text);
  return { call: { tool, input: abstracted, skeleton: callSkeleton(tool, abstracted) }, text };
}

const headOf = (state: StateStep): string =>
  state.commands.length > 0 ? commandHead(state.commands.at(-1) as ShellCommand) : state.attempt.step.tool;

/** What the working shell call has that the failed one had not, in the call or in what was done before it. */
export function shellChange({
  repair,
  sources,
  placeholders,
  failedLine,
  fixedLine,
}: ShellRepair): RepairChange | Dismissal {
  const { failed, fixed, between } = repair;
  const failedCommands = readShell(failedLine);
  const fixedCommands = readShell(fixedLine);
  const plan = planOf(failedCommands, fixedCommands);
  if (plan.matched.some(({ heredoc }) => heredoc)) {
    return { rule: "edited-content", detail: "The working call carries content that belongs to this task." };
  }
  const error = failureText(failed.step);
  const comparisons = plan.pairs.map(([before, after]) => compareCommands({ failed: before, fixed: after }));
  const narrowed = comparisons.find((comparison) => comparison.narrows);
  const added = comparisons.flatMap((comparison) => comparison.added);
  const masked = addsMask(fixedLine) && !addsMask(failedLine);
  if (narrowed !== undefined || narrowsEffect(added.join(" "))) {
    return { rule: "narrowed-effect", detail: "The working call does less than the failed one was to do." };
  }
  if (!masked && masksExitCode(fixed.step, isTheCommand(plan.matched))) {
    return {
      rule: "masked-exit",
      detail: "The exit code of the working call is not that of the repaired command.",
    };
  }
  const newWords = comparisons.flatMap((comparison) => comparison.newWords).join(" ");
  const { steps, edited } = relevantStateSteps({ between, error, newWords, shell: true });
  const preludes = plan.preludes.filter(({ heredoc }) => !heredoc);
  const structural: CommandDifference | undefined = comparisons.find(
    (comparison) => comparison.atom !== undefined,
  );
  const byState = steps.length > 0 || preludes.length > 0;
  const allCommands = [...failedCommands, ...fixedCommands, ...steps.flatMap(({ commands }) => commands)];
  const abstraction: ShellAbstraction = {
    placeholders,
    sources,
    own: failed.at,
    before: fixed.at,
    renamed: renamedStems(allCommands),
    unchanged: new Set(failedCommands.flatMap(({ words }) => words)),
    moved: new Set(comparisons.flatMap((comparison) => comparison.moved.map(({ to }) => to))),
  };
  // The working call first: its names are the plain ones, `<script>` and not `<script-2>`.
  const fixedText = renderCommands(
    fixedCommands.filter((command) => preludes.includes(command) || plan.matched.includes(command)),
    abstraction,
  );
  // The failed call's values stand in the error: they are bound here.
  renderCommands(workingCommands(failedCommands), abstraction);
  const maskText = masked
    ? (/\s*(?:\|\|\s*(?:true|:|exit 0)|;\s*(?:true|exit 0))\s*$/.exec(fixedLine)?.[0] ?? " || true")
    : "";
  if (structural === undefined && !byState && !masked) {
    if (edited)
      return {
        rule: "edited-content",
        detail: "What changed in between is content that belongs to this task.",
      };
    const same = failedLine.trim() === fixedLine.trim();
    return same
      ? {
          rule: "flake",
          detail: "The same call failed and then passed, and nothing that the error names was changed.",
        }
      : {
          rule: "only-values",
          detail: "Only values of this task differ between the failed and the working call.",
        };
  }
  const states = steps.map((state) => stateCall(state, abstraction));
  const rendered = `${fixedText}${maskText}`;
  const fixedInput = withCommandLine(fixed.step.input, fixedLine, rendered);
  const fixedCall: ExampleCall = {
    tool: fixed.step.tool,
    input: fixedInput,
    skeleton: callSkeleton(
      fixed.step.tool,
      withCommandLine(fixed.step.input, fixedLine, originalOf(fixedCommands, plan, preludes)),
    ),
  };
  const kind = structural === undefined && !masked ? "state" : "call";
  const lastHead =
    preludes.length > 0
      ? commandHead(preludes.at(-1) as ShellCommand)
      : steps.length > 0
        ? headOf(steps.at(-1) as StateStep)
        : "";
  return {
    kind,
    atom: kind === "state" ? `state:${lastHead}` : `call:${structural?.atom ?? "mask"}`,
    notes: comparisons.flatMap((comparison) => comparison.notes),
    calls: [...states.map(({ call }) => call), fixedCall],
    rendered: [...states.map(({ text }) => text), rendered],
    states: steps.map(({ attempt }) => attempt),
    added: [
      ...added,
      ...steps.flatMap(({ commands, attempt }) =>
        commands.length > 0
          ? commands.map(({ words }) => words.join(" "))
          : [JSON.stringify(attempt.step.input)],
      ),
      ...preludes.map(({ words }) => words.join(" ")),
      ...(masked ? [maskText, /set \+e/.exec(fixedLine)?.[0] ?? ""] : []),
    ],
    unbound: comparisons.some(
      ({ atom, moved }) =>
        atom?.startsWith("value") === true &&
        moved.every(({ to }) => sources.originOf(to, fixed.at, failed.at).from === "nowhere"),
    ),
  };
}

/** The working commands as they were typed, for their skeleton: an abstracted script has no extension. */
function originalOf(
  commands: readonly ShellCommand[],
  plan: Plan,
  preludes: readonly ShellCommand[],
): string {
  return commands
    .filter((command) => preludes.includes(command) || plan.matched.includes(command))
    .map(
      ({ join, words }, index) =>
        `${index === 0 ? "" : ` ${join === "" ? ";" : join} `}${words.map((word) => (/[\s"'$|&;<>()]/.test(word) ? `'${word.replaceAll("'", "")}'` : word)).join(" ")}`,
    )
    .join("");
}
