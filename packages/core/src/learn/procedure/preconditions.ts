import { readShell, shellCommandLine } from "../../text/shell/shell-command.ts";
import type { Example } from "../../types/skill.ts";
import { code } from "../lesson-lines.ts";

const everywhere = /^(?:cd|echo|export|set|unset|source|test|true|mkdir|cp|mv|rm|touch|cat|ls|chmod|env|)$/;

/** What must be there before the first call: programs, tools, and what the task has to name. */
export function preconditionsOf({ calls, placeholders }: Example): readonly string[] {
  const lines = calls.flatMap(({ tool, input }) => shellCommandLine(tool, input) ?? []);
  const programs = lines.flatMap((line) => readShell(line).map(({ program }) => program));
  const own = [...new Set(programs)].filter(
    (program) => !everywhere.test(program) && /^[\w.-]+$/.test(program),
  );
  const tools = calls.filter(({ tool, input }) => shellCommandLine(tool, input) === undefined);
  const named = Object.entries(placeholders)
    .filter(([, explanation]) => explanation.endsWith("the task names it"))
    .map(([name]) => `<${name}>`);
  return [
    ...(own.length === 0 ? [] : [`${listed(own.map(code))} can be run here.`]),
    ...(tools.length === 0
      ? []
      : [`You can call ${listed([...new Set(tools.map(({ tool }) => code(tool)))])}.`]),
    ...(named.length === 0 ? [] : [`The task names ${listed(named)}.`]),
  ];
}

function listed(items: readonly string[]): string {
  const last = items.at(-1) ?? "";
  return items.length < 2 ? last : `${items.slice(0, -1).join(", ")} and ${last}`;
}
