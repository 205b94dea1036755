import { parse } from "shell-quote";

/** How a part of a command line is joined to the one before it; `""` for the first. */
export type ShellJoin = "" | "&&" | "||" | ";" | "|" | "&";

/** One simple command of a command line, as words without their quotes. */
export interface ShellSegment {
  readonly join: ShellJoin;
  readonly words: readonly string[];
  readonly redirects: readonly ShellRedirect[];
  /** True when a heredoc body, which is not kept, is its input. */
  readonly heredoc: boolean;
}

export interface ShellRedirect {
  readonly operator: string;
  readonly target: string;
}

const openSubstitution = "\ue002";
const closeSubstitution = "\ue003";
const protectedSubstitution = /\ue002(\d+)\ue003/g;
const heredocWord = "\ue004";
const openPlaceholder = "\ue000";
const closePlaceholder = "\ue001";
const placeholder = /<([a-z][a-z0-9-]*)>/g;
const protectedPlaceholder = /\ue000([a-z0-9-]*)\ue001/g;
const heredocStart = /^<<-?\s*(['"]?)([A-Za-z_]\w*)\1/;

/** The index just after the `)` that closes the `$(` at `start`. */
function endOfSubstitution(text: string, start: number): number {
  let depth = 0;
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === "(") depth += 1;
    else if (text[index] === ")") {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return text.length;
}

function endOfHeredoc(text: string, lineEnd: number, delimiter: string): number {
  const rest = text.slice(lineEnd + 1).split("\n");
  const closing = rest.findIndex((line) => line.trim() === delimiter);
  if (closing < 0) return text.length;
  return lineEnd + rest.slice(0, closing + 1).join("\n").length + 1;
}

/**
 * The command line in one line: what `shell-quote` does not know of is put into a form that it does.
 * Line ends become `;`, heredoc bodies are dropped, command substitutions become words.
 */
function flatten(command: string, substitutions: string[]): string {
  const text = command
    .replace(placeholder, `${openPlaceholder}$1${closePlaceholder}`)
    .replaceAll("\r\n", "\n");
  let flat = "";
  let quote = "";
  let heredoc = "";
  for (let index = 0; index < text.length; ) {
    const character = text[index] ?? "";
    if (character === "\\" && quote !== "'") {
      flat += text[index + 1] === "\n" ? " " : text.slice(index, index + 2);
      index += 2;
    } else if (character === "$" && text[index + 1] === "(" && quote !== "'") {
      const end = endOfSubstitution(text, index);
      flat += `${openSubstitution}${substitutions.push(text.slice(index, end)) - 1}${closeSubstitution}`;
      index = end;
    } else if (character === "`" && quote !== "'") {
      const closing = text.indexOf("`", index + 1);
      const end = closing < 0 ? text.length : closing + 1;
      flat += `${openSubstitution}${substitutions.push(text.slice(index, end)) - 1}${closeSubstitution}`;
      index = end;
    } else if (quote !== "") {
      if (character === quote) quote = "";
      flat += character;
      index += 1;
    } else if (character === "\n") {
      flat += " ; ";
      index = heredoc === "" ? index + 1 : endOfHeredoc(text, index, heredoc);
      heredoc = "";
    } else if (/\d/.test(character) && text[index + 1] === ">" && /\s|^$/.test(text[index - 1] ?? "")) {
      index += 1;
    } else {
      const start = character === "<" ? heredocStart.exec(text.slice(index)) : null;
      if (start !== null) heredoc = start[2] ?? "";
      if (character === "'" || character === '"') quote = character;
      flat += start === null ? character : ` ${heredocWord} `;
      index += start === null ? 1 : start[0].length;
    }
  }
  return flat;
}

type Token = ReturnType<typeof parse>[number];

function wordOf(token: Token): string | undefined {
  if (typeof token === "string") return token;
  if ("pattern" in token) return token.pattern;
  return undefined;
}

const joins: Readonly<Record<string, ShellJoin>> = {
  "&&": "&&",
  "||": "||",
  ";": ";",
  ";;": ";",
  "|": "|",
  "|&": "|",
  "&": "&",
  "(": ";",
  ")": ";",
};

/** Nothing in it means anything to a shell: most commands, and reading one in full takes a tenth of a millisecond. */
const plainCommand = /^[\w./:=,@%+-]+(?: +[\w./:=,@%+-]+)*$/;

/**
 * Splits a command line into its simple commands. Never throws: a line that no shell would read comes back
 * as its whitespace-separated words. `<placeholders>` are words, not redirections.
 */
export function shellSegments(command: string): readonly ShellSegment[] {
  if (plainCommand.test(command)) {
    return [{ join: "", words: command.split(/ +/), redirects: [], heredoc: false }];
  }
  const substitutions: string[] = [];
  const restore = (word: string): string =>
    word
      .replace(protectedSubstitution, (_whole, index: string) => substitutions[Number(index)] ?? "")
      .replace(protectedPlaceholder, "<$1>");
  let tokens: readonly Token[];
  try {
    tokens = parse(flatten(command, substitutions), (name) => `$${name}`);
  } catch {
    tokens = command.split(/\s+/);
  }
  const segments: ShellSegment[] = [];
  let words: string[] = [];
  let redirects: ShellRedirect[] = [];
  let heredoc = false;
  let join: ShellJoin = "";
  let operator = "";
  const close = (next: ShellJoin): void => {
    if (words.length > 0)
      segments.push({ join: segments.length === 0 ? "" : join, words, redirects, heredoc });
    if (words.length > 0 || next !== ";") join = next;
    words = [];
    redirects = [];
    heredoc = false;
  };
  for (const token of tokens) {
    const word = wordOf(token);
    if (word === heredocWord) {
      heredoc = true;
    } else if (word !== undefined) {
      if (operator !== "") redirects.push({ operator, target: restore(word) });
      else words.push(restore(word));
      operator = "";
    } else if (typeof token === "object" && "op" in token) {
      const next = joins[token.op];
      operator = next === undefined ? token.op : "";
      if (next !== undefined) close(next);
    }
  }
  close("");
  return segments;
}
