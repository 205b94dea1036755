/** What a run of invisible characters turned out to be. */
export interface Uncovered {
  readonly text: string;
  readonly hidden: boolean;
}

// Characters that draw nothing: soft hyphen, zero width, direction marks and overrides, invisible operators,
// fillers of Hangul and Khmer, Mongolian and musical formatting, line and paragraph separators.
const ranges =
  "\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f" +
  "\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e01ef}";
const invisible = new RegExp(`[${ranges}]+`, "gu");
const anyInvisible = new RegExp(`[${ranges}]`, "u");

// Scripts that need joiners between their letters, and those written from right to left, which need marks.
const joined =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Mongolian}\p{Script=Thai}\p{Script=Lao}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u20e3/u;

/**
 * Takes invisible characters out and says whether they hid anything. Tag characters and variation selectors
 * that carry bytes are decoded into the text. Joiners inside emoji and between letters that need them, marks
 * in right-to-left text and a byte order mark at the start hide nothing.
 */
export function uncoverInvisible(text: string): Uncovered {
  if (!anyInvisible.test(text)) return { text, hidden: false };
  const mirrored = rightToLeft.test(text);
  let hidden = false;
  const visible = text.replace(invisible, (run: string, offset: number) => {
    const before = lastCharacter(text.slice(Math.max(0, offset - 2), offset));
    const after = firstCharacter(text.slice(offset + run.length, offset + run.length + 2));
    if (isOrdinary({ run, before, after, offset, mirrored })) return run;
    const smuggled = decodeTags(run) + decodeSelectors(run);
    hidden = true;
    return smuggled === "" ? "" : ` ${smuggled} `;
  });
  return { text: visible, hidden };
}

interface Surroundings {
  readonly run: string;
  readonly before: string;
  readonly after: string;
  readonly offset: number;
  readonly mirrored: boolean;
}

function isOrdinary({ run, before, after, offset, mirrored }: Surroundings): boolean {
  if (run === "\ufeff" && offset === 0) return true;
  if (run === "\ufe0f" || run === "\ufe0e") return before !== "" && !/\s/.test(before);
  if (/^\ufe0f?\u200d\ufe0f?$/.test(run)) {
    return (pictograph.test(before) && pictograph.test(after)) || joined.test(before) || joined.test(after);
  }
  if (/^[\u200c\u200d]$/.test(run)) return joined.test(before) || joined.test(after);
  if (/^[\u200e\u200f\u061c]{1,2}$/.test(run)) return mirrored;
  if (/^[\u2066-\u2069\u202a-\u202c]$/.test(run)) return mirrored;
  // One variation selector after an ideograph picks a form of it; three flags of regions are spelled in tags.
  if (/^[\u{e0100}-\u{e01ef}\ufe00-\ufe0d]$/u.test(run)) return /\p{Script=Han}|\p{Sm}/u.test(before);
  if (/^[\u180b-\u180e]$/.test(run)) return /\p{Script=Mongolian}/u.test(before);
  return before === "\u{1f3f4}" && /^[\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u.test(run);
}

/** Tag characters mirror ASCII, which most models read and no person sees. */
function decodeTags(run: string): string {
  return [...run]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((code) => code >= 0xe0020 && code <= 0xe007e)
    .map((code) => String.fromCharCode(code - 0xe0000))
    .join("");
}

/** Variation selectors number 256, one for each byte: FE00-FE0F are 0-15, E0100-E01EF are 16-255. */
function decodeSelectors(run: string): string {
  const bytes: number[] = [];
  for (const character of run) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xfe00 && code <= 0xfe0f) bytes.push(code - 0xfe00);
    else if (code >= 0xe0100 && code <= 0xe01ef) bytes.push(code - 0xe0100 + 16);
  }
  if (bytes.length < 2) return "";
  const decoded = new TextDecoder().decode(new Uint8Array(bytes));
  return /^[\p{L}\p{N}\p{P}\p{Zs}\p{S}\n]+$/u.test(decoded) ? decoded : "";
}

function lastCharacter(text: string): string {
  return [...text].at(-1) ?? "";
}

function firstCharacter(text: string): string {
  return [...text][0] ?? "";
}
