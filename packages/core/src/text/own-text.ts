/**
 * The fence around everything we put into a prompt. Traces come back with it inside, so both the printing
 * and the reading side know it, and nothing else may print it.
 */
export const ownTextName = "project_notes";

/** The opening line of a block; attribute values must hold neither quotes nor angle brackets. */
export const ownTextOpening = (attributes: string): string =>
  attributes === "" ? `<${ownTextName}>` : `<${ownTextName} ${attributes}>`;

export const ownTextClosing = `</${ownTextName}>`;

/** White space and the marks of a quote, which quoting, indenting and reflowing change. */
const isLayout = (code: number): boolean => code <= 0x20 || code === 0xa0 || code === 0x3e || code === 0x7c;

/**
 * The id in a block's opening line, 12 hex digits made of what the block holds, so that a foreign fence is not
 * taken for ours. Two cheap mixes instead of SHA-256: every recall that finds something pays for it, and a
 * real hash in JavaScript takes as long as the recall itself. It tells blocks apart; it keeps no secret.
 */
export function ownTextId(inner: string): string {
  let high = 0x811c9dc5;
  let low = 0x9747b28c;
  for (let index = 0; index < inner.length; index += 1) {
    const code = inner.charCodeAt(index);
    if (isLayout(code)) continue;
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ code, 0x5bd1e995) ^ (low >>> 15);
  }
  const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, "0");
  return `${hex(high)}${hex(low).slice(0, 4)}`;
}

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

/**
 * Where a block without a start began: after the mark of a clip. Without one the closing is not ours, and
 * nothing before it may go: whoever writes it could take back what the text said so far.
 */
function closedStart(text: string, floor: number, closing: number): number {
  const marks = [...text.slice(floor, closing).matchAll(clipMarker)];
  const last = marks.at(-1);
  return last === undefined ? closing : floor + last.index + last[0].length;
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

function without(text: string, cuts: readonly Cut[]): string {
  let kept = "";
  let position = 0;
  for (const cut of cuts) {
    kept += text.slice(position, cut.from).replace(gapBefore, "");
    position = cut.to;
  }
  return kept + text.slice(position);
}

/**
 * Takes every block of ours out of words that a person or a model wrote: closed, cut off at either end, quoted
 * line by line, or inside JSON. A text without one comes back unchanged, and what stood around a block stays.
 */
export function stripOwnText(text: string): string {
  return text.toLowerCase().includes(ownTextName) ? without(text, findCuts(text)) : text;
}

const idOf = (opening: string): string | undefined =>
  /\bid=[^0-9a-z]{0,10}(?:quot;|#34;|u0022)?([0-9a-f]{12})(?![0-9a-z])/i.exec(opening)?.[1];

const jsonEscapes: Readonly<Record<string, string>> = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const htmlEscapes: Readonly<Record<string, string>> = {
  lt: "<",
  gt: ">",
  quot: '"',
  "#34": '"',
  "#39": "'",
  amp: "&",
};

const withoutJson = (text: string): string =>
  text.replace(/\\(?:u([0-9a-f]{4})|(["\\/bfnrt]))/gi, (_whole, code?: string, letter?: string) =>
    code === undefined
      ? (jsonEscapes[letter ?? ""] ?? letter ?? "")
      : String.fromCharCode(Number.parseInt(code, 16)),
  );

const withoutHtml = (text: string): string =>
  text.replace(
    /&(lt|gt|quot|#34|#39|amp);/gi,
    (whole, name: string) => htmlEscapes[name.toLowerCase()] ?? whole,
  );

/** Whether a block holds what its id was made of, as it stands or taken out of HTML or of JSON in JSON. */
function isOwn(inner: string, id: string): boolean {
  let plain = inner;
  for (let round = 0; round < 4; round += 1) {
    if (ownTextId(plain) === id || ownTextId(withoutHtml(plain)) === id) return true;
    const decoded = withoutJson(plain);
    if (decoded === plain) return false;
    plain = decoded;
  }
  return false;
}

/**
 * Takes our blocks out of what a tool was given or gave back: whole ones, and only where the id fits the
 * content. A fence that a tool prints by itself must not hide a word of the tool's own output.
 */
export function stripOwnBlocks(text: string): string {
  if (!text.toLowerCase().includes(ownTextName)) return text;
  const cuts: Cut[] = [];
  let open: { readonly at: number; readonly end: number; readonly id: string | undefined } | undefined;
  for (const fence of text.matchAll(fences)) {
    const end = fence.index + fence[0].length;
    if (fence[1] === undefined) {
      open = { at: fence.index, end, id: idOf(fence[0]) };
      continue;
    }
    if (open?.id !== undefined && isOwn(text.slice(open.end, fence.index), open.id.toLowerCase())) {
      cuts.push({ from: open.at, to: end });
    }
    open = undefined;
  }
  return without(text, cuts);
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
