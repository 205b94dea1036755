/** Remembers the results of a pure function for the texts asked for last, up to a number of characters in all. */
export function rememberByText<Result>(
  compute: (text: string) => Result,
  mostCharacters: number,
): (text: string) => Result {
  const known = new Map<string, Result>();
  let characters = 0;
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) {
      known.delete(text);
      known.set(text, before);
      return before;
    }
    const result = compute(text);
    known.set(text, result);
    characters += text.length;
    for (const [oldest] of known) {
      if (characters <= mostCharacters) break;
      known.delete(oldest);
      characters -= oldest.length;
    }
    return result;
  };
}
