import type { JsonValue } from "../../types/json.ts";
import { canonicalJson } from "../canonical-json.ts";
import { workingCommands } from "./command-skeleton.ts";
import { readShell, type ShellCommand, shellCommandLine } from "./shell-command.ts";
import { interpreters, shellInterpreters } from "./shell-vocabulary.ts";

/** What a call is for. Compare with `samePurpose`. */
export interface Purpose {
  readonly tool: string;
  /** For a shell: what each of its working commands does, and to what. */
  readonly commands: readonly CommandPurpose[];
  /** For other tools: each leaf of the input as `path=value`. */
  readonly leaves: readonly string[];
}

export interface CommandPurpose {
  readonly head: string;
  readonly targets: readonly string[];
}

const stem = (path: string): string => {
  const base =
    path
      .replace(/[/\\]+$/, "")
      .split(/[/\\]/)
      .at(-1) ?? path;
  return base.replace(/\.[A-Za-z0-9]{1,6}$/, "");
};

/** What one simple command is for: `bash run.sh` and `./run.sh` run the same script. */
export function commandPurpose(command: ShellCommand): CommandPurpose {
  const operands = command.arguments.filter(({ kind }) => kind === "operand").map(({ text }) => text);
  const { program } = command;
  const script = operands[0];
  if (shellInterpreters.has(program) && script !== undefined) return { head: "run", targets: [stem(script)] };
  if (program.includes("/") || program.startsWith("<")) return { head: "run", targets: [stem(program)] };
  if (interpreters.has(program) && script !== undefined) {
    return { head: program.replace(/\d+$/, ""), targets: [stem(script)] };
  }
  const name = /^(?:python|pip)\d*$/.test(program) ? program.replace(/\d+$/, "") : program;
  // `npm run test` and `npm test` are one.
  const subcommands = command.subcommands.filter((word) => word !== "run" && word !== "run-script");
  return { head: [name, ...subcommands].join(" "), targets: operands.map(stem) };
}

function leavesOf(value: JsonValue, path: string, leaves: string[]): void {
  if (value !== null && typeof value === "object") {
    const entries: readonly (readonly [string, JsonValue])[] = Array.isArray(value)
      ? value.map((item: JsonValue) => ["[]", item] as const)
      : Object.entries(value);
    for (const [key, inner] of entries) leavesOf(inner, path === "" ? key : `${path}.${key}`, leaves);
    return;
  }
  leaves.push(`${path}=${canonicalJson(value)}`);
}

export function purposeOf(tool: string, input: JsonValue): Purpose {
  const commandLine = shellCommandLine(tool, input);
  if (commandLine !== undefined) {
    return { tool, commands: workingCommands(readShell(commandLine)).map(commandPurpose), leaves: [] };
  }
  const leaves: string[] = [];
  leavesOf(input, "", leaves);
  return { tool, commands: [], leaves };
}

/**
 * Whether two commands do the same to the same thing. Without a target on one side they do; otherwise one
 * target must be shared: `git push` and `git push origin x`, `node build.js` and `node build.mjs`.
 */
export function sameCommandPurpose(a: CommandPurpose, b: CommandPurpose): boolean {
  if (a.head !== b.head) return false;
  if (a.targets.length === 0 || b.targets.length === 0) return true;
  return a.targets.some((target) => b.targets.includes(target));
}

/**
 * Whether two calls are for the same purpose: the same tool and, for a shell, the same program, subcommand
 * and target; for other tools at least a third of the input unchanged, and calls of a single field any.
 */
export function samePurpose(a: Purpose, b: Purpose): boolean {
  if (a.tool !== b.tool) return false;
  const last = a.commands.at(-1);
  if (last !== undefined) return b.commands.some((command) => sameCommandPurpose(last, command));
  if (b.commands.length > 0) return false;
  if (a.leaves.length <= 1 || b.leaves.length <= 1) return true;
  const other = new Set(b.leaves);
  const shared = a.leaves.filter((leaf) => other.has(leaf)).length;
  return shared * 3 >= Math.min(a.leaves.length, b.leaves.length);
}
