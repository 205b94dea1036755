/** The direction between vectors of one dimension, each counting the same, as a unit vector. */
export function unitMean(vectors: readonly Float32Array[]): Float32Array {
  const [first = new Float32Array()] = vectors;
  const sum = new Float32Array(first.length);
  for (const vector of vectors) {
    const unit = unitVector(vector);
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] as number) + (unit[at] as number);
  }
  // Opposites cancel out, and nothing then lies between them.
  return lengthOf(sum) < 1e-6 ? unitVector(first) : unitVector(sum);
}

export function unitVector(vector: Float32Array, length: number = lengthOf(vector)): Float32Array {
  const unit = vector.slice();
  if (length === 0) return unit;
  for (let at = 0; at < unit.length; at += 1) unit[at] = (unit[at] as number) / length;
  return unit;
}

/** Not a finite number where a component is none: squares of 32-bit floats do not overflow. */
export function lengthOf(vector: Float32Array): number {
  let squares = 0;
  for (let at = 0; at < vector.length; at += 1) squares += (vector[at] as number) ** 2;
  return Math.sqrt(squares);
}
