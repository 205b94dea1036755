import { shellQuote, shellWords } from "./shell-words.ts";

/** `<branch>`, `<file-2>`: where an example says "yours here". */
export const placeholdersIn = /<[a-z][\w .-]*>/gi;

/**
 * Puts the values of a task into an example. A placeholder takes the value at its place in the command the
 * agent had in mind; failing that, a value of its kind that is not taken yet. `undefined` when one is left.
 */
export function bindPlaceholders(options: {
  readonly commands: readonly string[];
  readonly intended: string;
  readonly values: Readonly<Record<string, string>>;
}): readonly string[] | undefined {
  const { commands, intended, values } = options;
  const names = new Set(commands.flatMap((command) => command.match(placeholdersIn) ?? []));
  const bound = new Map<string, string>();
  for (const command of commands) bindByPlace({ command, intended, bound });
  for (const name of names) {
    if (bound.has(name)) continue;
    const value = valueFor(name, values, new Set(bound.values()));
    if (value === undefined) return undefined;
    bound.set(name, value);
  }
  return commands.map((command) => replacePlaceholders(command, bound));
}

/** `git push -u origin <branch>` beside `git push origin mine`: without what is new, word stands beside word. */
function bindByPlace(options: {
  readonly command: string;
  readonly intended: string;
  readonly bound: Map<string, string>;
}): void {
  const wanted = shellWords(options.intended);
  const words = shellWords(options.command).filter(
    (word) => wanted.includes(word) || !/^(?:-|[A-Za-z_]\w*=)/.test(word),
  );
  if (words.length !== wanted.length) return;
  const found: [placeholder: string, value: string][] = [];
  for (const [at, word] of words.entries()) {
    const mine = wanted[at] ?? "";
    const [placeholder, ...more] = word.match(placeholdersIn) ?? [];
    if (placeholder === undefined || more.length > 0) {
      // Another command: its places say nothing of this one.
      if (word !== mine) return;
      continue;
    }
    const [before = "", after = ""] = word.split(placeholder);
    if (!mine.startsWith(before) || !mine.endsWith(after)) return;
    found.push([placeholder, mine.slice(before.length, mine.length - after.length)]);
  }
  for (const [placeholder, value] of found) options.bound.set(placeholder, value);
}

/** What a value looks like, for placeholders whose name says only the kind of thing. */
const kinds: readonly { readonly named: RegExp; readonly looks: RegExp }[] = [
  { named: /mail/, looks: /@/ },
  { named: /file|path|script|source|target/, looks: /^[^\s@]*[./][^\s@]*$/ },
  { named: /folder|director/, looks: /^[^\s@]*\/[^\s@]*$/ },
  { named: /message|title|subject|text|quote|sentence/, looks: /\s/ },
  { named: /name|author|person|user/, looks: /^[^@./]*$/ },
  { named: /branch|id|ref|word|value/, looks: /^[^\s@./]+$/ },
];

function valueFor(
  placeholder: string,
  values: Readonly<Record<string, string>>,
  taken: ReadonlySet<string>,
): string | undefined {
  const name = placeholder
    .slice(1, -1)
    .replace(/[-_ ]?\d+$/, "")
    .toLowerCase();
  const known = [name, ...name.split("-")].map((word) => values[word]);
  const exact = known.find((value) => value !== undefined && !taken.has(value));
  if (exact !== undefined) return exact;
  const free = Object.values(values).filter((value) => !taken.has(value));
  const looks = kinds.find(({ named }) => named.test(name))?.looks;
  return looks && free.find((value) => looks.test(value));
}

function replacePlaceholders(command: string, bound: ReadonlyMap<string, string>): string {
  return command.replace(placeholdersIn, (placeholder, at: number) => {
    const value = bound.get(placeholder) ?? placeholder;
    const quoted = (command.slice(0, at).split('"').length - 1) % 2 === 1;
    return quoted || (command.slice(0, at).split("'").length - 1) % 2 === 1 ? value : shellQuote(value);
  });
}
