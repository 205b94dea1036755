import { parse } from "shell-quote";

/** How a part of a command line is joined to the one before it; `""` for the first. */
export type ShellJoin = "" | "&&" | "||" | ";" | "|" | "&";

/** One simple command of a command line, as words without their quotes. */
export interface ShellSegment {
  readonly join: ShellJoin;
  readonly words: readonly string[];
  /** Files and descriptors it is redirected to or from. */
  readonly redirects: readonly string[];
}

const substitution = "$SUBSTITUTION";
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
 * Line ends become `;`, heredoc bodies and command substitutions become values.
 */
function flatten(command: string): string {
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
      flat += substitution;
      index = endOfSubstitution(text, index);
    } else if (character === "`" && quote !== "'") {
      const end = text.indexOf("`", index + 1);
      flat += substitution;
      index = end < 0 ? text.length : end + 1;
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
      flat += start === null ? character : "";
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

/**
 * Splits a command line into its simple commands. Never throws: a line that no shell would read comes back
 * as its whitespace-separated words. `<placeholders>` are words, not redirections.
 */
export function shellSegments(command: string): readonly ShellSegment[] {
  const restore = (word: string): string => word.replace(protectedPlaceholder, "<$1>");
  let tokens: readonly Token[];
  try {
    tokens = parse(flatten(command), (name) => `$${name}`);
  } catch {
    tokens = command.split(/\s+/);
  }
  const segments: ShellSegment[] = [];
  let words: string[] = [];
  let redirects: string[] = [];
  let join: ShellJoin = "";
  let redirected = false;
  const close = (next: ShellJoin): void => {
    if (words.length > 0) segments.push({ join: segments.length === 0 ? "" : join, words, redirects });
    if (words.length > 0 || next !== ";") join = next;
    words = [];
    redirects = [];
  };
  for (const token of tokens) {
    const word = wordOf(token);
    if (word !== undefined) {
      if (redirected) redirects.push(restore(word));
      else words.push(restore(word));
      redirected = false;
    } else if (typeof token === "object" && "op" in token) {
      const next = joins[token.op];
      redirected = next === undefined;
      if (next !== undefined) close(next);
    }
  }
  close("");
  return segments;
}
