/**
 * What was worked out of the latest `kept` texts, for work that one call in an agent has done several times. Texts
 * longer than `longest` characters are worked out anew: they are not kept in memory for this.
 */
export function remembered<Value>(
  work: (text: string) => Value,
  { kept, longest }: { readonly kept: number; readonly longest: number },
): (text: string) => Value {
  const latest = new Map<string, Value>();
  return (text) => {
    const known = latest.get(text);
    if (known !== undefined) return known;
    const value = work(text);
    if (text.length > longest) return value;
    for (const oldest of latest.keys()) {
      if (latest.size < kept) break;
      latest.delete(oldest);
    }
    latest.set(text, value);
    return value;
  };
}
