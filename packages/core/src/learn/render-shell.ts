import type { ShellCommand } from "../text/shell/shell-command.ts";
import { abstractWord, type ShellAbstraction } from "./shell-values.ts";

const substitution = /^(?:\$[({\w]|`)/;

/** A word as it must be typed: quoted only where a shell needs it. Placeholders stay readable. */
export function quoteWord(word: string): string {
  if (/^(?:[\w@%+=:,./~^-]|<[a-z][a-z0-9-]*>)+$/.test(word)) return word;
  if (substitution.test(word) && !/\s/.test(word.replace(/\$\([^)]*\)|`[^`]*`/g, ""))) return word;
  if (/^[\w./*?-]+$/.test(word)) return word;
  if (!/["$`\\!]/.test(word)) return `"${word}"`;
  if (/\$\(|\$\w/.test(word) && !/["`\\]/.test(word)) return `"${word}"`;
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

/** `name=value` with the value quoted where it must be. */
function quoteAssignment(name: string, value: string): string {
  return `${name}=${quoteWord(value)}`;
}

function quotePair(word: string): string {
  const option = /^(--?[\w.-]+|[\w.-]+)=([\s\S]*)$/.exec(word);
  return option === null ? quoteWord(word) : quoteAssignment(option[1] ?? "", option[2] ?? "");
}

/** One simple command as text, each word through `abstraction`. */
export function renderCommand(command: ShellCommand, abstraction: ShellAbstraction): string {
  const byPosition = new Map<number, string>();
  let operand = 0;
  for (const argument of command.arguments) {
    const { kind, text, at, option } = argument;
    if (kind === "option") continue;
    if (kind === "operand") {
      byPosition.set(at, abstractWord(text, { command, operand }, abstraction));
      operand += 1;
    } else if (option !== undefined) {
      const value = abstractWord(text, { command, option }, abstraction);
      const joined = command.words[at]?.startsWith(`${option}=`) ?? false;
      byPosition.set(at, joined ? `${option}=${value}` : value);
    }
  }
  const programAt = command.words.length - 1;
  const words = command.words.map((word, at) => {
    const known = byPosition.get(at);
    // Quoted as a value would be: an argument with spaces needs its quotes back.
    if (known !== undefined)
      return isQuotedText(word) && !/^--?[\w.-]+=/.test(known) ? quoteText(known) : quotePair(known);
    const assigned = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(word);
    if (assigned !== null && command.assignments.some(({ name }) => name === assigned[1])) {
      const name = assigned[1] ?? "";
      return quoteAssignment(name, abstractWord(assigned[2] ?? "", { command, variable: name }, abstraction));
    }
    if (word === command.program && word.includes("/") && at <= programAt) {
      return quoteWord(abstractWord(word, { command }, abstraction));
    }
    return quotePair(word);
  });
  const redirects = command.redirects
    .filter(({ operator, target }) => operator !== ">&" && target !== "/dev/null")
    .map(
      ({ operator, target }) => `${operator} ${quoteWord(abstractWord(target, { command }, abstraction))}`,
    );
  return [...words, ...redirects].join(" ");
}

const isQuotedText = (word: string): boolean => /\s/.test(word);

/** A placeholder that stands for a text with spaces keeps the quotes such a text needs. */
function quoteText(text: string): string {
  return /^<[a-z][a-z0-9-]*>$/.test(text) ? `"${text}"` : quoteWord(text);
}

/** Commands joined as they were; the first one's join is dropped. */
export function renderCommands(commands: readonly ShellCommand[], abstraction: ShellAbstraction): string {
  return commands
    .map((command, index) => {
      const text = renderCommand(command, abstraction);
      if (index === 0) return text;
      return command.join === ";" || command.join === "" ? `; ${text}` : ` ${command.join} ${text}`;
    })
    .join("");
}
