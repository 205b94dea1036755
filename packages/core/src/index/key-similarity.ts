import { dotAt } from "./dot-at.ts";
import { keyVectors } from "./key-vectors.ts";

/** Cosines of a query with a skill's keys, -1 to 1; 0 where a skill has no such key. */
export interface KeySimilarity {
  readonly about: number;
  readonly conditions: number;
  readonly notFor: number;
  /** The nearest trigger query. */
  readonly query: number;
  /** The mean of all trigger queries. */
  readonly queries: number;
}

export function keySimilarity(
  vectors: { readonly dimension: number; readonly bytes: Int8Array },
  query: Float32Array,
): KeySimilarity {
  const { dimension, bytes } = vectors;
  const count = Math.floor(bytes.length / dimension);
  const lengths = Array.from({ length: count }, (_, place) => lengthAt(bytes, place * dimension, dimension));
  const cosine = (place: number, of: Float32Array): number => {
    const length = lengths[place] ?? 0;
    return length === 0 ? 0 : dotAt(bytes, place * dimension, of) / length;
  };
  const about = cosine(keyVectors.about, query);
  const triggers: number[] = [];
  for (let place: number = keyVectors.firstQuery; place < count; place += 1)
    triggers.push(cosine(place, query));
  return {
    about,
    conditions: cosine(keyVectors.conditions, query),
    notFor: cosine(keyVectors.notFor, query),
    query: triggers.length === 0 ? about : Math.max(...triggers),
    queries: triggers.length === 0 ? about : meanCosine(bytes, dimension, lengths, query),
  };
}

/** The cosine with the mean direction of the trigger queries. */
function meanCosine(
  bytes: Int8Array,
  dimension: number,
  lengths: readonly number[],
  query: Float32Array,
): number {
  let squares = 0;
  let shared = 0;
  for (let at = 0; at < dimension; at += 1) {
    let component = 0;
    for (let place: number = keyVectors.firstQuery; place < lengths.length; place += 1) {
      const length = lengths[place] as number;
      if (length > 0) component += (bytes[place * dimension + at] as number) / length;
    }
    squares += component * component;
    shared += component * (query[at] as number);
  }
  return squares === 0 ? 0 : shared / Math.sqrt(squares);
}

function lengthAt(bytes: Int8Array, start: number, dimension: number): number {
  let squares = 0;
  for (let at = start; at < start + dimension; at += 1) squares += (bytes[at] as number) ** 2;
  return Math.sqrt(squares);
}
