import type { HoldReason } from "../../types/lesson-kind.ts";
import { fetchesAndExecutes, safetyHolds } from "../fix-safety.ts";

const codeSpans = /(`+)(?=[^`])([^`]*)\1/g;
/** "Never run with `--force`" says the opposite of the command that it names. */
const warnedOf =
  /\b(?:not|never|without|avoid|instead of)\s+(?:(?!forget|skip|omit|leave|fail)\w+\s+){0,3}$/i;

/** The commands that lines tell an agent to run: what stands in backticks, without what they warn of. */
function toldCommands(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) =>
    [...line.matchAll(codeSpans)]
      .filter(({ index }) => !warnedOf.test(line.slice(0, index)))
      .map(([, , command]) => command ?? ""),
  );
}

/** Reasons for a person to look at lines that a model wrote; its run need not have done what they say. */
export function writtenHolds(lines: readonly string[], unbound: boolean): readonly HoldReason[] {
  return safetyHolds({ added: toldCommands(lines).join("\n"), told: false, unbound });
}

/** Whether a line tells an agent to fetch something and run it. */
export function tellsToFetchAndExecute(lines: readonly string[]): boolean {
  return toldCommands(lines).some(fetchesAndExecutes);
}
