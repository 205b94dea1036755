import type { JsonValue } from "../../types/json.ts";
import {
  booleanOptions,
  globalValueOptions,
  interpreters,
  nestedSubcommands,
  plainPrograms,
  privilegePrograms,
  subcommandPrograms,
  valueOptions,
  wrapperPrograms,
} from "./shell-vocabulary.ts";
import { type ShellJoin, type ShellRedirect, type ShellSegment, shellSegments } from "./shell-words.ts";

/** A word after the program's name. `option` is the option a value belongs to. */
export interface ShellArgument {
  readonly kind: "option" | "operand" | "option-value";
  readonly text: string;
  readonly option?: string;
  /** Position in `words`. */
  readonly at: number;
}

/** One simple command, read. */
export interface ShellCommand {
  readonly join: ShellJoin;
  readonly assignments: readonly { readonly name: string; readonly value: string }[];
  readonly privileged: boolean;
  /** The program's base name, or the script as written where a script is called directly. */
  readonly program: string;
  readonly subcommands: readonly string[];
  readonly arguments: readonly ShellArgument[];
  readonly redirects: readonly ShellRedirect[];
  readonly heredoc: boolean;
  readonly words: readonly string[];
}

const shellToolName =
  /^(?:(?:ba|z|da|fi)?sh|shell|terminal|command|cmd|powershell|pwsh|console|(?:local_?)?shell(?:_?(?:tool|exec|command|run))?|(?:bash|shell|terminal)[_-]?(?:tool|exec|command|run|execute)?|(?:run|exec|execute)(?:[_-]?(?:a[_-])?(?:terminal|shell|bash|system))?[_-]?(?:command|cmd|bash|shell|terminal|in_terminal|script)?s?)$/i;
const commandKeys = ["command", "cmd", "script", "commands", "commandline", "command_line"];
const companionKeys = new Set([
  ...commandKeys,
  "cwd",
  "workdir",
  "working_directory",
  "timeout",
  "timeout_ms",
  "env",
  "description",
  "background",
  "run_in_background",
  "shell",
  "explanation",
]);

function argvCommand(argv: readonly JsonValue[]): string | undefined {
  if (!argv.every((word) => typeof word === "string")) return undefined;
  const words = argv as readonly string[];
  const flag = words[1] ?? "";
  if (words.length === 3 && /^-l?c$/.test(flag)) return words[2];
  return words
    .map((word) => (/^[\w@%+=:,./<>-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(" ");
}

/** The command line of a call, or `undefined` when the call is no shell command. */
export function shellCommandLine(tool: string, input: JsonValue): string | undefined {
  const named = shellToolName.test(tool.split(/[.:/]/).at(-1) ?? tool);
  if (typeof input === "string") return named ? input : undefined;
  if (input === null || typeof input !== "object") return undefined;
  if (Array.isArray(input)) return named ? argvCommand(input) : undefined;
  const fields = input as { readonly [key: string]: JsonValue };
  const key = commandKeys.find((name) => name in fields);
  if (key === undefined) return undefined;
  if (!named && !Object.keys(fields).every((name) => companionKeys.has(name))) return undefined;
  const value = fields[key];
  if (typeof value === "string") return value;
  return Array.isArray(value) ? argvCommand(value) : undefined;
}

const assignment = /^([A-Za-z_]\w*)=([\s\S]*)$/;

function isSubcommand(program: string, word: string, depth: number, before: readonly string[]): boolean {
  if (!/^[a-z][a-z0-9]*(?:[-:][a-z0-9]+)*$/i.test(word) || word.length > 24) return false;
  if (depth === 0) {
    if (subcommandPrograms.has(program)) return true;
    // For an unknown program a plain first word reads as what it is asked to do.
    return (
      !plainPrograms.has(program) &&
      !program.includes("/") &&
      !/\.\w+$/.test(program) &&
      /^[a-z][a-z-]*$/.test(word)
    );
  }
  return depth === 1 && (nestedSubcommands[program]?.has(before[0] ?? "") ?? false);
}

function takesValue(program: string, option: string, next: string | undefined): boolean {
  if (next === undefined || next.startsWith("-") || option.startsWith("+")) return false;
  if (valueOptions[program]?.has(option)) return true;
  if (booleanOptions.has(option) || option.startsWith("--no-")) return false;
  // Short options in a bundle (`-rf`) are flags.
  return !/^-[A-Za-z]{2,}$/.test(option) && option !== "--";
}

function readArguments(
  program: string,
  words: readonly string[],
  offset: number,
): Pick<ShellCommand, "subcommands" | "arguments"> {
  const subcommands: string[] = [];
  const found: ShellArgument[] = [];
  let operands = 0;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? "";
    const next = words[index + 1];
    const at = index + offset;
    const withValue = /^(--?[A-Za-z0-9][\w.-]*)=([\s\S]*)$/.exec(word);
    if (withValue !== null) {
      found.push({ kind: "option", text: withValue[1] ?? "", at });
      found.push({ kind: "option-value", text: withValue[2] ?? "", option: withValue[1] ?? "", at });
    } else if (/^[-+][A-Za-z0-9-]/.test(word) && word.length < 40 && !/\s/.test(word)) {
      found.push({ kind: "option", text: word, at });
      const global = operands === 0 && subcommands.length === 0 && globalValueOptions[program]?.has(word);
      if (next !== undefined && (global || takesValue(program, word, next))) {
        found.push({ kind: "option-value", text: next, option: word, at: at + 1 });
        index += 1;
      }
    } else if (word === "--") {
      found.push({ kind: "option", text: "--", at });
    } else if (operands === 0 && isSubcommand(program, word, subcommands.length, subcommands)) {
      subcommands.push(word);
    } else {
      operands += 1;
      found.push({ kind: "operand", text: word, at });
    }
  }
  return { subcommands, arguments: found };
}

const baseName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path;

function readCommand(segment: ShellSegment): ShellCommand | undefined {
  const { words: allWords } = segment;
  const assignments: { name: string; value: string }[] = [];
  let privileged = false;
  let words = allWords;
  for (;;) {
    const word = words[0];
    if (word === undefined) break;
    const assigned = assignment.exec(word);
    if (assigned !== null) assignments.push({ name: assigned[1] ?? "", value: assigned[2] ?? "" });
    else if (privilegePrograms.has(word)) privileged = true;
    else if (!(wrapperPrograms.has(word) && words.length > 1)) {
      if (!(words.length < allWords.length && /^-|^\d+[smh]?$/.test(word))) break;
    }
    words = words.slice(1);
  }
  const first = words[0];
  if (first === undefined) {
    if (assignments.length === 0) return undefined;
    return { ...segment, assignments, privileged, program: "", subcommands: [], arguments: [] };
  }
  if (first === "export") {
    const rest = words.slice(1).flatMap((word) => {
      const assigned = assignment.exec(word);
      return assigned === null ? [] : [{ name: assigned[1] ?? "", value: assigned[2] ?? "" }];
    });
    assignments.push(...rest);
  }
  const direct = /^\.{0,2}\/|\//.test(first) && !/^\/(?:usr\/(?:local\/)?)?s?bin\//.test(first);
  const program = direct ? first : baseName(first);
  const rest = first === "export" ? [] : words.slice(1);
  const offset = allWords.length - rest.length;
  return { ...segment, assignments, privileged, program, ...readArguments(program, rest, offset) };
}

// One call is read for its purpose, its skeleton, its origin and its safety, mostly within one trace.
const recentlyRead = new Map<string, readonly ShellCommand[]>();
const maximumRemembered = 200;

/** Reads a command line into its simple commands, in order. Never throws. Equal lines give the same object. */
export function readShell(commandLine: string): readonly ShellCommand[] {
  const known = recentlyRead.get(commandLine);
  if (known !== undefined) return known;
  const commands = shellSegments(commandLine).flatMap((segment) => {
    const { words } = segment;
    if (words.length === 1 && /^(?:fi|done|esac|\}|\{)$/.test(words[0] ?? "")) return [];
    const command = readCommand(segment);
    return command === undefined ? [] : [command];
  });
  if (recentlyRead.size >= maximumRemembered) recentlyRead.clear();
  recentlyRead.set(commandLine, commands);
  return commands;
}

/** The file extension that says how an interpreter reads its script, with its dot, or `""`. */
export function scriptExtension(command: ShellCommand): string {
  const isScript = interpreters.has(command.program);
  const script = isScript
    ? command.arguments.find((argument) => argument.kind === "operand")?.text
    : command.program;
  if (script === undefined || (!isScript && !script.includes("/"))) return "";
  return /\.[A-Za-z]{1,4}$/.exec(script)?.[0] ?? "";
}
