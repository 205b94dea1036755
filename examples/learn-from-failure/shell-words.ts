/** `git commit -m "Two words"` as `git`, `commit`, `-m`, `Two words`: enough of a shell for what the agent reads. */
export function shellWords(command: string): readonly string[] {
  const words = command.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}

/** A value as one word of a command line. */
export function shellQuote(value: string): string {
  return /^[\w@%+=:,./-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
