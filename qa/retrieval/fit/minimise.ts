/** Rows of features with their gradient: answers with the loss's gradient at `weights`. */
export type Gradient = (weights: Float64Array) => Float64Array;

/** Adam, from zero, with a pull towards zero. Deterministic. */
export function minimise(
  gradient: Gradient,
  size: number,
  {
    steps = 600,
    rate = 0.05,
    pull = 0.01,
  }: { readonly steps?: number; readonly rate?: number; readonly pull?: number } = {},
): Float64Array {
  const weights = new Float64Array(size);
  const first = new Float64Array(size);
  const second = new Float64Array(size);
  for (let step = 1; step <= steps; step += 1) {
    const slope = gradient(weights);
    for (let at = 0; at < size; at += 1) {
      const value = (slope[at] as number) + pull * (weights[at] as number);
      first[at] = 0.9 * (first[at] as number) + 0.1 * value;
      second[at] = 0.99 * (second[at] as number) + 0.01 * value * value;
      const mean = (first[at] as number) / (1 - 0.9 ** step);
      const spread = Math.sqrt((second[at] as number) / (1 - 0.99 ** step));
      weights[at] = (weights[at] as number) - (rate * mean) / (spread + 1e-8);
    }
  }
  return weights;
}
