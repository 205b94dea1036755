import { readShell, shellCommandLine } from "../text/shell/shell-command.ts";
import type { Trace } from "../types/trace.ts";
import { stringsIn } from "./repair.ts";
import { holdsWord, type SearchText, searchText } from "./search-text.ts";

const localUrl = /^[a-z]+:\/\/(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)(?:[:/]|$)/i;
const dangerousVariable =
  /^(?:LD_PRELOAD|LD_LIBRARY_PATH|DYLD_\w+|NODE_OPTIONS|PATH|BASH_ENV|ENV|PROMPT_COMMAND|GIT_SSH\w*|GIT_EXEC_PATH|PYTHON(?:PATH|STARTUP)|RUBYOPT|PERL5\w+|EDITOR|PAGER)$/;

/** What of a fix is an instruction and no mere value: programs, options, scripts, addresses. */
interface Instruction {
  readonly text: string;
  readonly program: string;
  readonly kind: "program" | "option" | "url" | "variable";
}

const bare = (program: string): string => program.replace(/^\.\//, "");

function instructionsOf(commandLine: string): readonly Instruction[] {
  return readShell(commandLine).flatMap((command) => {
    const { program } = command;
    const urls = command.words.flatMap((word) => /\b[a-z][a-z0-9+.-]*:\/\/\S+/i.exec(word)?.[0] ?? []);
    return [
      ...(program === "" ? [] : [{ text: bare(program), program, kind: "program" as const }]),
      ...command.arguments
        .filter(({ kind, text }) => kind === "option" && text.length > 2)
        .map(({ text }) => ({ text, program, kind: "option" as const })),
      ...urls.filter((url) => !localUrl.test(url)).map((text) => ({ text, program, kind: "url" as const })),
      ...command.assignments
        .filter(({ name }) => dangerousVariable.test(name))
        .map(({ name }) => ({ text: name, program, kind: "variable" as const })),
    ];
  });
}

/** A text of the run, by who said it. */
export interface Spoken {
  readonly at: number;
  readonly text: SearchText;
  readonly from: "people" | "output" | "agent";
  /** The programs whose output it is. */
  readonly programs: readonly string[];
}

/** Everything said in a run, in order: its task, its talk, each call and each output. */
export function spokenTexts(trace: Trace): readonly Spoken[] {
  const spoken: Spoken[] = [{ at: -1, text: searchText(trace.task), from: "people", programs: [] }];
  trace.steps.forEach((step, at) => {
    if (step.kind === "text") {
      const from = step.role === "assistant" ? "agent" : "people";
      spoken.push({ at, text: searchText(step.text), from, programs: [] });
      return;
    }
    const commandLine = shellCommandLine(step.tool, step.input);
    const called = commandLine ?? stringsIn(step.input).join("\n");
    const programs =
      commandLine === undefined ? [step.tool] : readShell(commandLine).map(({ program }) => program);
    const printed = `${step.output ?? ""}\n${step.error ?? ""}`;
    spoken.push({ at, text: searchText(called), from: "agent", programs: [] });
    spoken.push({ at, text: searchText(printed), from: "output", programs });
  });
  return spoken;
}

/**
 * Whether the fix does what some output told the agent to do. A program that names its own option or
 * subcommand (`git push` printing `git push --set-upstream`) documents itself, and data from an output is
 * a value; a program, script, address or foreign option that was first seen in an output is an instruction.
 */
export function toldByOutput(
  spoken: readonly Spoken[],
  lines: readonly { readonly line: string; readonly before: number }[],
): boolean {
  return lines.some(({ line, before }) =>
    instructionsOf(line).some(({ text, program, kind }) => {
      const first = spoken.find((source) => source.at < before && holdsWord(source.text, text));
      if (first?.from !== "output") return false;
      if (kind === "url" || kind === "variable") return true;
      // Its own output: the program already ran, so its name cannot be new there.
      return !first.programs.includes(program);
    }),
  );
}
