import type { BashCall } from "./agent.ts";
import type { Round } from "./rounds.ts";
import { resultOf } from "./story.ts";
import type { Assignment } from "./tasks.ts";

const width = 108;

/** What round one looked like: the first command, and what its error said. */
export function narrateFirst({ task }: Assignment, { calls }: Round): string {
  const first = calls[0];
  return paragraph(task, first === undefined ? [] : [`$ ${first.input.command}`, errorLine(first)]);
}

/** What round two looked like: how it ended, and every command on the way there. */
export function narrateSecond({ task }: Assignment, round: Round): string {
  const commands = round.calls.map(
    ({ input, exitCode }) => `$ ${input.command}${exitCode === 0 ? "" : "   (fails)"}`,
  );
  return paragraph(`[${resultOf(round)}] ${task}`, commands);
}

function errorLine({ output, error = "" }: BashCall): string {
  const lines = `${error}\n${output}`.split("\n").map((line) => line.trim());
  const telling = /^(?:fatal|error|mkdir|bash|\w*Error)\b/;
  return lines.find((line) => telling.test(line)) ?? lines.find((line) => line !== "") ?? "";
}

function paragraph(head: string, lines: readonly string[]): string {
  const cut = (line: string) => (line.length > width ? `${line.slice(0, width - 3)}...` : line);
  return [`  ${head}`, ...lines.map((line) => `    ${line}`)].map(cut).join("\n");
}
