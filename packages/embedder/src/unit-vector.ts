/** The vector at length 1; undefined for one that has no direction or holds what is no number. */
export function unitVector(vector: Float32Array): Float32Array | undefined {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length) || length === 0) return undefined;
  return vector.map((value) => value / length);
}
