import { workingCommands } from "../text/shell/command-skeleton.ts";
import type { ShellCommand } from "../text/shell/shell-command.ts";
import { readShell, shellCommandLine } from "../text/shell/shell-command.ts";
import { lookingPrograms, lookingSubcommands } from "../text/shell/shell-vocabulary.ts";
import type { ToolStep } from "../types/trace.ts";

/** `interrupted`, `aborted` and `missing` are no failures: nothing is known of what the call would have done. */
export function isFailure(step: ToolStep): boolean {
  return step.outcome === "tool-error" || step.outcome === "invalid-input" || step.outcome === "unknown-tool";
}

/** What went wrong, in all the words the step has for it. */
export function failureText(step: ToolStep): string {
  const { error = "", output = "" } = step;
  if (error === "" || output === "" || output.includes(error)) return error === "" ? output : error;
  return error.includes(output) ? error : `${error}\n${output}`;
}

/** The provider could not read the model's own call: no fault of the tool. */
export function isModelFailure(text: string): boolean {
  return /\btool_use_failed\b|"failed_generation"/.test(text);
}

const transientPatterns: readonly RegExp[] = [
  /\b(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|EAI_AGAIN|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPIPE)\b/,
  /could not resolve host|name or service not known|temporary failure in name resolution|network (?:is )?(?:unreachable|error)|no route to host|connection (?:refused|reset|closed|aborted|timed out)|socket hang up|fetch failed|tls handshake|remote end hung up/i,
  /\b(?:rate|usage)[ -]?limit|too many requests|quota (?:exceeded|exhausted)|throttl|overloaded|(?:http|status|code|error)\D{0,10}\b429\b|^\W*429\b/i,
  /\btime(?:d)?[ -]?out\b|deadline exceeded|took too long/i,
  /(?:http|status|code|error)\D{0,10}\b(?:401|403|407|502|503|504)\b|^\W*(?:401|403|502|503|504)\b|\bunauthori[sz]ed\b|\bforbidden\b|authentication (?:failed|required)|invalid (?:api key|credentials?|access token)|(?:token|session|credentials?) (?:has |have |is |are )?expired|permission denied \(publickey|could not read (?:username|password)|not logged in|service unavailable|bad gateway|gateway time-?out/i,
  /command not found|\bis not recognized as an internal or external command|spawn \S+ ENOENT|executable file not found|^\S*: (?:\d+: )?\S+: not found$/im,
];

/** Network, rate limits, timeouts, sign-in and missing programs: what one bad session makes of a tool. */
export function isTransient(text: string): boolean {
  return transientPatterns.some((pattern) => pattern.test(text));
}

/** Whether a command only looks at things. */
export function isLookingCommand(command: ShellCommand): boolean {
  const writes = command.redirects.some(
    ({ operator, target }) => operator.startsWith(">") && operator !== ">&" && target !== "/dev/null",
  );
  if (writes) return false;
  if (command.program === "sed" || command.program === "awk") {
    return !command.arguments.some(({ kind, text }) => kind === "option" && /^-i|^--in-place/.test(text));
  }
  if (lookingPrograms.has(command.program)) return true;
  const subcommand = command.subcommands[0] ?? "";
  if (command.program === "git" && subcommand === "branch") {
    return command.arguments.every(({ kind, text }) => kind === "option" && !/^-[dDmMcCu]/.test(text));
  }
  if (command.program === "git" && subcommand === "remote") return command.subcommands.length < 2;
  return lookingSubcommands[command.program]?.has(subcommand) ?? false;
}

const lookingTool =
  /^(?:get|list|search|find|read|view|fetch|query|lookup|look_up|think|calculate|describe|show|check|count|verify|glob|grep|ls|cat|open|browse|screenshot|retrieve|inspect)(?:[_\-A-Z]|$)/;

/** Whether a call changes nothing, by what its tool is named or its command runs. */
export function isLookingCall(step: ToolStep): boolean {
  const commandLine = shellCommandLine(step.tool, step.input);
  if (commandLine === undefined) return lookingTool.test(step.tool);
  return workingCommands(readShell(commandLine)).every(isLookingCommand);
}

/** A shell call whose failure is a look that found nothing. A structured look is judged like any other call. */
export function isLookingFailure(step: ToolStep): boolean {
  const commandLine = shellCommandLine(step.tool, step.input);
  if (commandLine === undefined) return false;
  const last = workingCommands(readShell(commandLine)).at(-1);
  return last !== undefined && isLookingCommand(last);
}
