import { redactionPatterns } from "./redaction/redaction-patterns.ts";
import { findSpans, hintedRows, redactedMark, type Span } from "./redaction/redaction-row.ts";

export interface RedactedText {
  readonly text: string;
  /** How many places were masked by this call. */
  readonly count: number;
}

// Masking can bring a key and a value together that were apart; each round removes text, so this is rare.
const mostRounds = 6;

/**
 * Masks secrets as `[redacted]` and keeps all around them, so that a lesson stays readable. Idempotent:
 * masked text comes back unchanged with a count of 0. Time is linear in the length of the text.
 */
export function redactText(text: string): RedactedText {
  let current = text;
  let count = 0;
  for (let round = 0; round < mostRounds; round += 1) {
    const spans = secretSpans(current);
    if (spans.length === 0) break;
    current = mask(current, spans);
    count += spans.length;
  }
  return { text: current, count };
}

/** The joined ranges of all rows, without those that hold nothing but the mark. */
function secretSpans(text: string): readonly Span[] {
  const found: Span[] = [];
  for (const row of hintedRows(redactionPatterns, text)) {
    for (const span of findSpans(row, text)) found.push(span);
  }
  if (found.length === 0) return [];
  const marks = markSpans(text);
  return join([...found, ...marks]).filter(([start, end]) => text.slice(start, end) !== redactedMark);
}

/** Marks take part in joining, so that a range that reaches into one swallows it whole. */
function markSpans(text: string): readonly Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf(redactedMark); at !== -1; at = text.indexOf(redactedMark, at + 1)) {
    spans.push([at, at + redactedMark.length]);
  }
  return spans;
}

function join(spans: readonly Span[]): readonly Span[] {
  const sorted = [...spans].sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  const joined: [number, number][] = [];
  for (const [start, end] of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return joined;
}

function mask(text: string, spans: readonly Span[]): string {
  let masked = "";
  let from = 0;
  for (const [start, end] of spans) {
    masked += text.slice(from, start) + redactedMark;
    from = end;
  }
  return masked + text.slice(from);
}
