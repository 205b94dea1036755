/**
 * The product of `query` with as many bytes from `start` on. Four sums side by side, because each addition
 * waits for the one before it.
 */
export function dotAt(bytes: Int8Array, start: number, query: Float32Array): number {
  const whole = query.length & ~3;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0, place = start; at < whole; at += 4, place += 4) {
    a += (bytes[place] as number) * (query[at] as number);
    b += (bytes[place + 1] as number) * (query[at + 1] as number);
    c += (bytes[place + 2] as number) * (query[at + 2] as number);
    d += (bytes[place + 3] as number) * (query[at + 3] as number);
  }
  for (let at = whole; at < query.length; at += 1) a += (bytes[start + at] as number) * (query[at] as number);
  return a + b + c + d;
}
