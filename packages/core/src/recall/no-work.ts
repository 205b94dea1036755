/**
 * Where requests lie that ask for no work: to know something, to have something made up, to talk. Fitted on the
 * vectors of one embedder, and of no use for those of another.
 */
export interface NoWorkDirection {
  /** Id of the embedder. */
  readonly embedder: string;
  /** One a component of its vectors. */
  readonly weights: readonly number[];
  readonly bias: number;
}

/** Odds, as a logarithm, that count as certain. */
const certain = 6;

/** How far a request means no work, by its meaning: -1 for work, 1 for none, 0 where its meaning is not known. */
export function meansNoWork(
  direction: NoWorkDirection | undefined,
  request: { readonly vector: Float32Array | undefined; readonly embedder: string | undefined },
): number {
  const { vector, embedder } = request;
  if (direction === undefined || vector === undefined || embedder !== direction.embedder) return 0;
  let odds = direction.bias;
  for (const [at, weight] of direction.weights.entries()) odds += weight * (vector[at] ?? 0);
  return Math.max(-certain, Math.min(certain, odds)) / certain;
}
