const escapeCharacter = "\\u001b";
/** Colours, cursor moves and window titles: whole, since without their first character they would be words. */
export const escapeSequences = new RegExp(
  `${escapeCharacter}(?:\\[[0-?]*[ -/]*[@-~]|\\][^\\u0007${escapeCharacter}]*(?:\\u0007|${escapeCharacter}\\\\)?|[@-Z\\\\-_])`,
  "g",
);
const controlCharacter = "[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]";
const anyUnseen = new RegExp(controlCharacter);
const everyUnseen = new RegExp(controlCharacter, "g");

/** Whether a text holds characters that nobody sees, line ends and tabs apart. */
export const hasUnseen = (text: string): boolean => anyUnseen.test(text);

/** A text as a person sees it: without control characters, but with its lines. */
export function visibleText(text: string): string {
  return hasUnseen(text) ? text.replace(escapeSequences, "").replace(everyUnseen, "") : text;
}
