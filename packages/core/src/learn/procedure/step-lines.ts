import { commandHead } from "../../text/shell/command-skeleton.ts";
import { readShell, shellCommandLine } from "../../text/shell/shell-command.ts";
import type { ExampleCall } from "../../types/skill.ts";
import { code } from "../lesson-lines.ts";

const longestLine = 300;
const mostFields = 6;

/** A call of an example in words: ``Run `npm test`.`` or ``Call `deploy` with `service`: `<service>`.`` */
export function callLine({ tool, input }: ExampleCall, repeated: boolean): string {
  const commandLine = shellCommandLine(tool, input);
  const said =
    commandLine === undefined ? `Call ${code(tool)}${fieldsText(input)}` : `Run ${code(cut(commandLine))}`;
  return `${said}${repeated ? ", once for each" : ""}.`;
}

export const useLine = (name: string): string => `Use ${name}.`;

/** What stands in place of a call that takes rights or a credential. `head`: what it is named without its values. */
export const privilegedLine = (head: string): string =>
  `${code(head)} needs more rights than a run has by itself, or a credential: ask for it; take no right that the task does not give.`;

/** What a call is named without its values. */
export function callHead(tool: string, input: ExampleCall["input"]): string {
  const commandLine = shellCommandLine(tool, input);
  const first = commandLine === undefined ? undefined : readShell(commandLine)[0];
  return first === undefined ? tool : commandHead(first).replace(/^\.\/<value>.*$/, "./<script>");
}

const cut = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= longestLine ? line : `${line.slice(0, longestLine).replace(/\s*\S*$/, "")} …`;
};

function fieldsText(input: ExampleCall["input"]): string {
  if (input === null || typeof input !== "object") return "";
  const entries = Object.entries(input as { readonly [key: string]: ExampleCall["input"] });
  const told = entries.slice(0, mostFields).map(([key, value]) => {
    const isLeaf = value === null || typeof value !== "object";
    return isLeaf && String(value).length <= 60 ? `${code(key)}: ${code(String(value))}` : code(key);
  });
  if (told.length === 0) return "";
  return ` with ${told.join(", ")}${entries.length > mostFields ? " and more, as in the example" : ""}`;
}
