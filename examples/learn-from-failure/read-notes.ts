import { bindPlaceholders, placeholdersIn } from "./bind-placeholders.ts";
import { shellWords } from "./shell-words.ts";

export interface Reading {
  /** What stands in the prompt, or below the result of a failed command. */
  readonly notes: string;
  /** The command the agent had in mind. */
  readonly intended: string;
  /** The things the task is about, by what the agent calls them. */
  readonly values: Readonly<Record<string, string>>;
}

const fence = /^[ \t]*(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;

/** The commands of each fenced block in a text: what a reader would copy. */
export function exampleCommands(notes: string): readonly (readonly string[])[] {
  return [...notes.matchAll(fence)].map(([, , , body = ""]) =>
    body
      .split("\n")
      .map((line) => commandOf(line.trim()))
      .filter((line) => line !== ""),
  );
}

/** The text without its fenced blocks: what is left to the agent when a skill has lost its example. */
export function withoutExamples(notes: string): string {
  return notes.replace(fence, "");
}

/**
 * Looks in the notes for an example that does what the agent is about to do, and puts the things of the
 * task at hand into it. Knows nothing of any task: it goes by the text alone.
 */
export function planFromNotes(reading: Reading): readonly string[] | undefined {
  for (const commands of exampleCommands(reading.notes)) {
    if (!commands.some((command) => samePurpose(command, reading.intended))) continue;
    const plan = bindPlaceholders({ ...reading, commands });
    if (plan !== undefined) return plan;
  }
  return undefined;
}

/** The same program, and for a program with subcommands the same one: `git push` is not `git pull`. */
function samePurpose(example: string, intended: string): boolean {
  const wanted = purpose(intended);
  return purpose(example).every((word, at) => {
    const pattern = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(placeholdersIn, ".+");
    return new RegExp(`^${pattern}$`).test(wanted[at] ?? "");
  });
}

function purpose(command: string): readonly string[] {
  const words = shellWords(command).filter((word) => !/^[A-Za-z_]\w*=/.test(word));
  const program = words[0] ?? "";
  return program === "git" ? words.slice(0, 2) : [program];
}

function commandOf(line: string): string {
  const call = /^\{.*"command"\s*:\s*("(?:[^"\\]|\\.)*").*\}$/.exec(line)?.[1];
  return call === undefined ? line.replace(/^\$ /, "") : String(JSON.parse(call));
}
