/** Remembers the results of a pure function for the texts asked for last, up to about a number of characters in all. */
export function rememberByText<Result>(
  compute: (text: string) => Result,
  mostCharacters: number,
): (text: string) => Result {
  // Two generations: when the younger one has its half, the older one is forgotten at once.
  let young = new Map<string, Result>();
  let old = new Map<string, Result>();
  let characters = 0;
  return (text) => {
    const recent = young.get(text);
    if (recent !== undefined) return recent;
    const result = old.get(text) ?? compute(text);
    young.set(text, result);
    characters += text.length;
    if (characters * 2 > mostCharacters) {
      old = young;
      young = new Map();
      characters = 0;
    }
    return result;
  };
}
