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

const fence = /^[ \t]*(`{3,})[^\n]*\n([\s\S]*?)^[ \t]*\1[ \t]*$/gm;
/** Between two calls of one example stands nothing but the name of the tool. */
const nextCall = /^\s*(?:`[^`\n]+`:)?\s*$/;

/** The examples in a text, each as the commands that a reader would copy one after the other. */
export function exampleCommands(notes: string): readonly (readonly string[])[] {
  const examples: string[][] = [];
  let end: number | undefined;
  for (const found of notes.matchAll(fence)) {
    const command = (found[2] ?? "").trim();
    const goesOn = end !== undefined && nextCall.test(notes.slice(end, found.index));
    if (goesOn) examples.at(-1)?.push(command);
    else examples.push([command]);
    end = found.index + found[0].length;
  }
  return examples;
}

/** The notes with the commands of their examples taken out, wherever they are quoted. */
export function withoutExamples(notes: string): string {
  return exampleCommands(notes)
    .flat()
    .reduce((text, command) => text.replaceAll(command, "…"), notes.replace(fence, ""));
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
