const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;

/** Where to end a head of at most `length` units without leaving half a surrogate pair behind. */
function safeHeadEnd(text: string, length: number): number {
  return length > 0 && length < text.length && isHighSurrogate(text.charCodeAt(length - 1))
    ? length - 1
    : length;
}

/** Where to begin a tail at `start` or later without beginning on half a surrogate pair. */
function safeTailStart(text: string, start: number): number {
  return start > 0 && start < text.length && isLowSurrogate(text.charCodeAt(start)) ? start + 1 : start;
}

/**
 * Cuts a text to at most `max` UTF-16 units and keeps head and tail: a command's first lines say what ran,
 * the last line of most stack traces says what went wrong. The cut says how much is missing. A text that
 * fits comes back as it is, so clipping twice changes nothing.
 */
export function clipMiddle(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = Math.max(0, Math.floor(max));
  const marker = `\n… [${text.length - room} characters cut] …\n`;
  // The count in the marker is that of the text less `max`; the marker itself takes the place of some more.
  if (marker.length + 2 > room) return text.slice(0, safeHeadEnd(text, room));
  const kept = room - marker.length;
  const head = safeHeadEnd(text, Math.ceil(kept / 2));
  const tail = safeTailStart(text, text.length - Math.floor(kept / 2));
  return `${text.slice(0, head)}${marker}${text.slice(tail)}`;
}
