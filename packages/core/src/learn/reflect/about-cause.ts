import { errorSignature } from "../../text/error-signature/error-signature.ts";
import { workingCommands } from "../../text/shell/command-skeleton.ts";
import { readShell, shellCommandLine } from "../../text/shell/shell-command.ts";
import { tokenise } from "../../text/tokens/tokens.ts";
import type { ToolStep } from "../../types/trace.ts";
import { failureText } from "../failure-kind.ts";
import { stringsIn } from "../repair.ts";
import { holdsWord, searchText } from "../search-text.ts";

/** Words that stand in most errors and name none of them. */
const unspecific = new Set(
  tokenise(
    "error fatal fail failed failure exception warning invalid unexpected unknown command call tool exit code status process message result return value line file request response problem issue wrong run cause run step agent",
  ),
);

/** The words of a text that can tell one error from another. */
export function tellingTerms(text: string): ReadonlySet<string> {
  return new Set(tokenise(text.replace(/<[a-z][a-z0-9-]*>/g, " ")).filter((term) => !unspecific.has(term)));
}

export function sharedTerms(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const term of a) if (b.has(term)) shared += 1;
  return shared;
}

/** Whether a text names what was called or what it was done to. The name of a shell says nothing. */
function namesCall(text: string, step: ToolStep): boolean {
  const words = searchText(text);
  const line = shellCommandLine(step.tool, step.input);
  if (line === undefined) {
    const values = stringsIn(step.input).filter((value) => value.length >= 3 && value.length <= 80);
    return holdsWord(words, step.tool) || values.some((value) => holdsWord(words, value));
  }
  return workingCommands(readShell(line)).some((command) => {
    const { program, subcommands } = command;
    const targets = command.arguments
      .filter(({ kind, text: target }) => kind === "operand" && target.length >= 3)
      .map(({ text: target }) => target);
    const head = [program.replace(/^\.\//, ""), ...subcommands];
    return (
      (program !== "" && head.every((word) => holdsWord(words, word))) ||
      targets.some((target) => holdsWord(words, target))
    );
  });
}

/**
 * Whether a quoted part of a failed call is about the cause that is claimed for it: the words that name the error are in
 * both, two of them where it has two, or one beside the call or its target. That there was an error somewhere
 * supports nothing. `cause` and `decision` are the model's words.
 */
export function isAboutFailure(
  quote: string,
  step: ToolStep,
  { cause, decision }: { readonly cause: string; readonly decision: string },
): boolean {
  const { lines, generic } = errorSignature(failureText(step));
  const quoted = tellingTerms(quote);
  const named = tellingTerms(lines.join("\n"));
  const naming = generic ? quoted : new Set([...quoted].filter((term) => named.has(term)));
  const shared = sharedTerms(naming, tellingTerms(cause));
  if (shared >= 2 || (shared === 1 && naming.size === 1)) return true;
  return (shared === 1 || generic) && namesCall(`${cause}\n${decision}`, step);
}

/** The same for what a call gave back that did not fail: two telling words in common. */
export function isAboutOutput(quote: string, { cause }: { readonly cause: string }): boolean {
  return sharedTerms(tellingTerms(quote), tellingTerms(cause)) >= 2;
}
