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

export function unitVector(vector: Float32Array): Float32Array {
  const length = lengthOf(vector);
  return length === 0 ? vector.slice() : vector.map((value) => value / length);
}

function lengthOf(vector: Float32Array): number {
  let squares = 0;
  for (const value of vector) squares += value * value;
  return Math.sqrt(squares);
}
