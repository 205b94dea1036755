/**
 * The fence around everything we put into a prompt. Traces come back with it inside, so both the printing
 * and the reading side know it, and nothing else may print it.
 */
export const ownTextName = "project_notes";

/** The opening line of a block; attribute values must hold neither quotes nor angle brackets. */
export const ownTextOpening = (attributes: string): string =>
  attributes === "" ? `<${ownTextName}>` : `<${ownTextName} ${attributes}>`;

export const ownTextClosing = `</${ownTextName}>`;

// A fence survives being quoted, put into JSON (once or twice) or escaped for HTML on its way into a trace.
const opens = String.raw`(?:<|\\{1,8}u003c|&lt;)`;
const closes = String.raw`(?:>|\\{1,8}u003e|&gt;)`;
const fences = new RegExp(
  String.raw`${opens}(\\{0,8}\/)?\s{0,8}${ownTextName}\b(?:(?!${closes})[^\n<]){0,400}${closes}`,
  "gi",
);
const clipMarker = /(?:…|\.{3})[^\n]{0,80}(?:characters|omitted|left out|cut|truncated|clipped)[^\n]*/gi;
const gapBefore = /(?:(?:\n|\\{1,8}n)[>| \t]{0,40}){1,2}$/;

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** Where a block without an end stops: at the end of the JSON string that holds it, else with the text. */
function openEnd(text: string, from: number, opening: string): number {
  if (!opening.includes('\\"') && !/u003c/i.test(opening)) return text.length;
  const end = /(?<!\\)(?:\\\\)*"/.exec(text.slice(from + opening.length));
  return end === null ? text.length : from + opening.length + end.index;
}

/** Where a block without a start began: after the mark of a clip, else with the text. */
function closedStart(text: string, floor: number, closing: number): number {
  const marks = [...text.slice(floor, closing).matchAll(clipMarker)];
  const last = marks.at(-1);
  return last === undefined ? floor : floor + last.index + last[0].length;
}

function findCuts(text: string): readonly Cut[] {
  const cuts: Cut[] = [];
  let open: { readonly at: number; readonly text: string } | undefined;
  for (const fence of text.matchAll(fences)) {
    const closing = fence[1] !== undefined;
    if (!closing) {
      if (open !== undefined) cuts.push({ from: open.at, to: fence.index });
      open = { at: fence.index, text: fence[0] };
      continue;
    }
    const from = open?.at ?? closedStart(text, cuts.at(-1)?.to ?? 0, fence.index);
    cuts.push({ from, to: fence.index + fence[0].length });
    open = undefined;
  }
  if (open !== undefined) cuts.push({ from: open.at, to: openEnd(text, open.at, open.text) });
  return cuts;
}

/**
 * Takes every block of ours out of a text: closed, cut off at either end, quoted line by line, or inside
 * JSON. A text without one comes back unchanged, and what stood around a block stays.
 */
export function stripOwnText(text: string): string {
  if (!text.toLowerCase().includes(ownTextName)) return text;
  let kept = "";
  let position = 0;
  for (const cut of findCuts(text)) {
    kept += text.slice(position, cut.from).replace(gapBefore, "");
    position = cut.to;
  }
  return kept + text.slice(position);
}

const invisible = "[\\u00ad\\u200b-\\u200f\\u2060-\\u2064\\ufeff]{0,8}";
const looseName = [...ownTextName].map((letter) => (letter === "_" ? "[_\\s]{0,8}" : letter)).join(invisible);
const looseFence = new RegExp(
  String.raw`((?:<|\\{1,8}u003c|&lt;|＜|‹)${invisible}\s{0,8}(?:\\{0,8}[\/／])?\s{0,8}${invisible})${looseName}`,
  "giu",
);

/**
 * Makes a text unable to open or close our block. Only our own fence is touched, by its name: a full
 * escape would spoil the commands and markup a note exists to carry (case MA6).
 */
export function neutraliseOwnDelimiters(text: string): string {
  return text.replace(looseFence, "$1project-notes");
}
