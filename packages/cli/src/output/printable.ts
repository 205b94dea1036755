/**
 * Text from traces and skills, safe on a terminal: control characters, which could move the cursor or
 * change the title of the window, are shown as `\x1b`. Newlines and tabs stay.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for.
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, (character) => {
    return `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`;
  });
}

/** One line of at most `width` characters, for a cell. */
export function oneLine(text: string, width: number): string {
  const line = printable(text).replace(/\s+/g, " ").trim();
  const characters = [...line];
  return characters.length <= width ? line : `${characters.slice(0, Math.max(1, width - 1)).join("")}…`;
}
