import { toBytes } from "./vector-code.ts";

/** Places of a skill's stored vectors; those of its trigger queries follow, one each. */
export const keyVectors = { about: 0, conditions: 1, notFor: 2, firstQuery: 3 } as const;

/** Trigger queries with a vector of their own. */
export const embeddedQueries = 12;

/**
 * Vectors by which a skill is looked for: what it is about, and the mean of its queries. One for when it applies found
 * nothing more, and made the search of a large library a third longer; it is weighed once a skill is found.
 */
export const searchedVectors = 2;

/** Of a skill's stored vectors those that are searched; the others are looked at once it is found. */
export function searchedBytes({
  dimension,
  bytes,
}: {
  readonly dimension: number;
  readonly bytes: Int8Array;
}): Int8Array {
  const searched = new Int8Array(searchedVectors * dimension);
  const vector = (place: number): Int8Array => bytes.subarray(place * dimension, (place + 1) * dimension);
  searched.set(vector(keyVectors.about));
  searched.set(toBytes(meanOfQueries(bytes, dimension)), dimension);
  return searched;
}

/** Where a skill has no queries: what it is about. */
function meanOfQueries(bytes: Int8Array, dimension: number): Float32Array {
  const count = Math.floor(bytes.length / dimension);
  const mean = new Float32Array(dimension);
  const first = count > keyVectors.firstQuery ? keyVectors.firstQuery : keyVectors.about;
  const end = count > keyVectors.firstQuery ? count : first + 1;
  for (let place = first; place < end; place += 1) {
    const start = place * dimension;
    let squares = 0;
    for (let at = start; at < start + dimension; at += 1) squares += (bytes[at] as number) ** 2;
    const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
    for (let at = 0; at < dimension; at += 1)
      mean[at] = (mean[at] as number) + (bytes[start + at] as number) * scale;
  }
  return mean;
}
