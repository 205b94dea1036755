import { headingOf, weighLine } from "./error-line-kinds.ts";
import { isGenericLine } from "./error-words.ts";
import { linesWithMessages } from "./json-messages.ts";
import { unframed } from "./line-frame.ts";
import { normaliseErrorLine, plainLine } from "./normalise-line.ts";
import { readableText } from "./readable-text.ts";

/** One line that says what went wrong, as printed and as normalised. */
export interface ErrorLine {
  readonly raw: string;
  readonly normalised: string;
}

interface WeighedLine {
  readonly raw: string;
  readonly weight: number;
}

const maximumLines = 6;
/** Characters of a line that are read, and those kept of it. */
const readLength = 1_000;
const keptLength = 500;
const normalisedLength = 400;
const maximumText = 600;
/** Lines of one weight that are looked at, from each end. */
const lookedAt = 24;

/** Programs echo the line of source they stopped at, and mark the place below it. */
const sourceLine = /\bthrow new [\w.]+\(|^\s*raise [\w.]+\(/;
const stackFrame = /^at .{0,400}(?:[(:]\d|\(native|<anonymous>|\.java|\))/;
const placeMark = /^\s*[\^~]+\s*$/;

const clip = (line: string): string =>
  line.length <= keptLength ? line : `${line.slice(0, keptLength * 0.5)} … ${line.slice(-keptLength * 0.45)}`;

const readPart = (line: string): string =>
  line.length <= readLength ? line : `${line.slice(0, readLength * 0.7)} … ${line.slice(-readLength * 0.25)}`;

/** Python and Java print the whole chain: the outermost says what failed, the innermost why. */
function withoutMiddleCauses(lines: readonly ErrorLine[]): readonly ErrorLine[] {
  const causes = lines.filter((line) => line.raw.startsWith("Caused by"));
  const last = causes.at(-1);
  return causes.length < 2 ? lines : lines.filter((line) => !causes.includes(line) || line === last);
}

function bothEnds<Item>(items: readonly Item[], each: number): readonly Item[] {
  return items.length <= each * 2 ? items : [...items.slice(0, each), ...items.slice(-each)];
}

function withinText(lines: readonly ErrorLine[]): readonly ErrorLine[] {
  let left = maximumText;
  return lines.filter((line, index) => {
    left -= line.normalised.length + 1;
    return index === 0 || left >= 0;
  });
}

/** A cause that is drawn below and beside the line it explains. */
const nestedCause = /^\s+(?:> |[╰└]─[▶>]? )/;

function weighed(text: string): readonly WeighedLine[] {
  const lines = linesWithMessages(readableText(text));
  const found: WeighedLine[] = [];
  const seen = new Set<string>();
  // Whether the line before announced this one, and whether it was itself so announced.
  let awaited = false;
  let wasTold = false;
  for (const [index, { text: line, isMessage }] of lines.entries()) {
    const printed = plainLine(line).trim();
    // Most lines of a long output are frames of a stack.
    if (
      printed === "" ||
      stackFrame.test(printed) ||
      sourceLine.test(printed) ||
      placeMark.test(lines[index + 1]?.text ?? "")
    )
      continue;
    const framed = unframed(readPart(printed));
    if (framed.text === "") continue;
    const weight = weighLine(printed.slice(0, readLength), framed);
    const isAwaited: boolean = awaited || (wasTold && nestedCause.test(line));
    // What only follows from the error does not tell it: then the line after it does.
    const told: boolean = isMessage || (isAwaited && weight > 0 && weight !== 1.5);
    const heading = headingOf(framed.text);
    awaited = heading !== undefined || (awaited && !told);
    // The chain goes on through what is printed inside it.
    wasTold = told || (wasTold && /^\s/.test(line));
    if ((weight === 0 && !told) || seen.has(framed.text)) continue;
    seen.add(framed.text);
    const isWeak = heading === "alone" || (weight === 1.5 && !told);
    found.push({ raw: framed.text, weight: isWeak ? 1.5 : told ? 3 : weight });
  }
  return found;
}

/** Each form once. */
function normalised(lines: readonly WeighedLine[]): readonly ErrorLine[] {
  const found = new Map<string, ErrorLine>();
  for (const { raw } of bothEnds(lines, lookedAt)) {
    const form = normaliseErrorLine(raw).slice(0, normalisedLength);
    if (form !== "" && !found.has(form)) found.set(form, { raw: clip(raw), normalised: form });
  }
  return [...found.values()];
}

/** What is left when no line tells: those of the best kind, or the last ones of a text without any word of failure. */
function untelling(lines: readonly WeighedLine[]): readonly ErrorLine[] {
  const best = Math.max(...lines.map(({ weight }) => weight));
  if (best >= 1.5) return normalised(lines.filter(({ weight }) => weight === best));
  const all = normalised(lines.filter(({ weight }) => weight === best).slice(-lookedAt));
  const specific = all.filter((line) => !isGenericLine(line.normalised));
  return (specific.length > 0 ? specific : all).slice(-2);
}

/**
 * The lines of an output that say what went wrong, in their order, at most six and about 600 characters.
 * Lines of the best kind found are taken alone, so that the same error inside two logs gives the same lines.
 */
export function selectErrorLines(text: string): readonly ErrorLine[] {
  const lines = weighed(text);
  for (const weight of [3, 2, 1.5]) {
    const found = normalised(lines.filter((line) => line.weight === weight)).filter(
      (line) => !isGenericLine(line.normalised),
    );
    if (found.length > 0) return withinText(bothEnds(withoutMiddleCauses(found), maximumLines / 2));
  }
  return withinText(bothEnds(untelling(lines), maximumLines / 2));
}
