export interface SignTest {
  /** Pairs in which only the first did it. */
  readonly first: number;
  /** Pairs in which only the second did it. */
  readonly second: number;
  /** Of a split at least as uneven, were there no difference: exact, two-sided. 1 without a pair that differs. */
  readonly p: number;
}

/** The exact sign test over pairs; those in which both or neither did it say nothing. */
export function signTest(pairs: readonly (readonly [first: boolean, second: boolean])[]): SignTest {
  const first = pairs.filter(([one, other]) => one && !other).length;
  const second = pairs.filter(([one, other]) => other && !one).length;
  const differing = first + second;
  const fewer = Math.min(first, second);
  let ways = 1;
  let tail = 0;
  for (let count = 0; count <= fewer; count += 1) {
    tail += ways;
    ways = (ways * (differing - count)) / (count + 1);
  }
  return { first, second, p: Math.min(1, (2 * tail) / 2 ** differing) };
}
