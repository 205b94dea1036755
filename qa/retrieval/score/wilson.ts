/** The 97.5 % quantile of the normal distribution. */
const z = 1.959963984540054;

/** Wilson's 95 % interval of a share, 0 to 1. Of no trials nothing is known: 0 to 1. */
export function wilson(right: number, trials: number): { readonly low: number; readonly high: number } {
  if (trials === 0) return { low: 0, high: 1 };
  const share = right / trials;
  const middle = share + z ** 2 / (2 * trials);
  const reach = z * Math.sqrt((share * (1 - share)) / trials + z ** 2 / (4 * trials ** 2));
  const scale = 1 + z ** 2 / trials;
  return { low: Math.max(0, (middle - reach) / scale), high: Math.min(1, (middle + reach) / scale) };
}
