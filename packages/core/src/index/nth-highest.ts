/** The `nth` highest of some values, from 1; the lowest of all where there are fewer. For a small `nth`. */
export function nthHighest(values: Float32Array, nth: number): number {
  // Ascending; most values of many are below the first and touch nothing.
  const highest: number[] = [];
  for (const value of values) {
    const isFull = highest.length === nth;
    if (isFull && value <= (highest[0] as number)) continue;
    if (isFull) highest.shift();
    let at = highest.length;
    while (at > 0 && (highest[at - 1] as number) > value) at -= 1;
    highest.splice(at, 0, value);
  }
  return highest[0] ?? Number.NEGATIVE_INFINITY;
}
