export interface TokenBatch {
  /** Places in the list that the batches were made of. */
  readonly places: readonly number[];
  /** Tokens of the longest text; the others are padded to it. */
  readonly width: number;
}

/**
 * Parts texts, given as their counts of tokens, into batches of at most `capacity` tokens with padding, and of
 * one text at least. Texts of like length come together, so that little is padded.
 */
export function tokenBatches(lengths: readonly number[], capacity: number): readonly TokenBatch[] {
  const places = lengths.map((_, place) => place).sort((a, b) => lengthAt(lengths, a) - lengthAt(lengths, b));
  const batches: { places: number[]; width: number }[] = [];
  for (const place of places) {
    const width = lengthAt(lengths, place);
    const last = batches.at(-1);
    if (last !== undefined && (last.places.length + 1) * width <= capacity) {
      last.places.push(place);
      last.width = width;
    } else {
      batches.push({ places: [place], width });
    }
  }
  return batches;
}

/** Cut to the limit, with the closing mark kept at the end. */
export function cutTokens(ids: readonly number[], limit: number): readonly number[] {
  const mark = ids.at(-1);
  return ids.length <= limit || mark === undefined ? ids : [...ids.slice(0, limit - 1), mark];
}

function lengthAt(lengths: readonly number[], place: number): number {
  return lengths[place] ?? 0;
}
