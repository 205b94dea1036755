import { shortHash } from "../text/hash.ts";
import { shellCommandLine } from "../text/shell/shell-command.ts";
import type { ExampleCall, SectionName } from "../types/skill.ts";

export const code = (text: string): string => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

/**
 * Bullet ids are equal for the same line of the same lesson in every run; `c-` marks what the fix changed, `p-` what a patch
 * put in.
 */
export function bulletId({
  key,
  section,
  role,
}: {
  readonly key: string;
  readonly section: SectionName;
  readonly role: string;
}): string {
  const prefix = role.startsWith("change:") ? "c" : role.startsWith("patched:") ? "p" : "b";
  return `${prefix}-${shortHash(`${key}\n${section}\n${role}`, 8)}`;
}

/** The id of the line that names the calls of a lesson in their order. */
export const stepsBulletId = (key: string): string => bulletId({ key, section: "procedure", role: "call" });

/** The calls of an example as one line: `First run A, then B.` It says nothing that the example does not hold. */
export function stepsText(calls: readonly ExampleCall[]): string {
  const steps = calls.map(({ tool, input }) => {
    const line = shellCommandLine(tool, input);
    return line === undefined ? { verb: "call", text: code(tool) } : { verb: "run", text: code(line) };
  });
  const [first, ...rest] = steps;
  if (first === undefined) return "";
  if (rest.length === 0)
    return first.verb === "run" ? `Run ${first.text}.` : `Call ${first.text} as in the example.`;
  const then = rest.map(({ verb, text }, index) =>
    verb === steps[index]?.verb ? `then ${text}` : `then ${verb} ${text}`,
  );
  return `First ${first.verb} ${[first.text, ...then].join(", ")}.`;
}

const maximumWords = 5;

/** A call in a few words, without what differs from run to run: `git config user.name`, `get_user`. */
export function callInShort({ tool, input }: ExampleCall): string {
  const line = shellCommandLine(tool, input);
  if (line === undefined) return tool;
  const words = line.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  const fixed = words.flatMap((word) => {
    const name = /^([\w.-]+)=.*<[a-z]/.exec(word)?.[1];
    return name === undefined ? (/<[a-z][a-z0-9-]*>/.test(word) ? [] : [word]) : [name];
  });
  return fixed.slice(0, maximumWords).join(" ") || tool;
}
