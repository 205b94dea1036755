import type { JsonValue } from "../../types/json.ts";
import { readShell, type ShellCommand, scriptExtension, shellCommandLine } from "./shell-command.ts";

const viewers = new Set(["head", "tail", "cat", "less", "more", "tee"]);

/** The commands that do something: without `cd` before them, `echo` between them and viewers after them. */
export function workingCommands(commands: readonly ShellCommand[]): readonly ShellCommand[] {
  const kept = commands.filter(
    ({ program, join }) => program !== "cd" && program !== "echo" && !(join === "|" && viewers.has(program)),
  );
  return kept.length === 0 ? commands : kept;
}

/** What a simple command is asked to do, without its options: `git push`, `./<value>.sh`, `export`. */
export function commandHead(command: ShellCommand): string {
  const { program, subcommands } = command;
  if (program === "") return "export";
  const direct = program.includes("/") || program.startsWith("<");
  const name = direct ? `./<value>${scriptExtension(command)}` : program;
  return [name, ...subcommands].join(" ");
}

/**
 * One simple command with the names of its options and `<value>` for everything else, options sorted, so
 * that the order in which they were typed does not matter: `git commit -m <value>`, `FOO= npm test`.
 */
export function commandSkeleton(command: ShellCommand): string {
  const names = command.program === "export" ? [] : command.assignments.map(({ name }) => `${name}=`).sort();
  const exported =
    command.program === "export" ? command.assignments.map(({ name }) => `${name}=`).sort() : [];
  const options = command.arguments.filter(({ kind }) => kind === "option").map(({ text }) => text);
  const direct = command.program.includes("/") || command.program.startsWith("<");
  const hasValue = command.arguments.some(({ kind }) => kind !== "option");
  const value = hasValue ? [`<value>${direct ? "" : scriptExtension(command)}`] : [];
  const privilege = command.privileged ? ["sudo"] : [];
  return [
    ...names,
    ...privilege,
    commandHead(command),
    ...exported,
    ...[...new Set(options)].sort(),
    ...value,
  ].join(" ");
}

/** A command line's skeleton: its working commands, joined as they were. */
export function shellSkeleton(commandLine: string): string {
  return workingCommands(readShell(commandLine))
    .map((command, index) => {
      const skeleton = commandSkeleton(command);
      return index === 0 ? skeleton : `${command.join === "" ? ";" : command.join} ${skeleton}`;
    })
    .join(" ");
}

/**
 * What kind of call it is, without its values: equal for two calls that differ in their objects only. For a
 * shell the programs, subcommands and option names; for other tools the sorted names of the input's fields.
 */
export function callSkeleton(tool: string, input: JsonValue): string {
  const commandLine = shellCommandLine(tool, input);
  if (commandLine !== undefined) return `${tool}: ${shellSkeleton(commandLine)}`;
  if (input === null || typeof input !== "object" || Array.isArray(input)) return `${tool}: <value>`;
  return `${tool}: ${Object.keys(input).sort().join(", ")}`;
}
