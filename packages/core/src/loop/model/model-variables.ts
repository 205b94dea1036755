/** `calls=200,cost=2` as numbers. What is no number is left for the schema to name. */
export function budgetFromVariable(text: string | undefined): Record<string, number> | undefined {
  const entries = entriesOf(text);
  return entries && Object.fromEntries(entries.map(([unit, value]) => [unit, numberOf(value)]));
}

/** `small=0.25/2,large=3/15/0.3`: a million tokens of input, of output and of input from the cache. */
export function pricesFromVariable(
  text: string | undefined,
): Record<string, Record<string, number>> | undefined {
  const entries = entriesOf(text);
  return (
    entries &&
    Object.fromEntries(
      entries.map(([model, value]) => {
        const [input = "", output = "", cachedInput] = value.split("/");
        return [
          model,
          {
            input: numberOf(input),
            output: numberOf(output),
            ...(cachedInput !== undefined && { cachedInput: numberOf(cachedInput) }),
          },
        ];
      }),
    )
  );
}

function entriesOf(text: string | undefined): readonly (readonly [string, string])[] | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  return text.split(",").map((pair) => {
    const at = pair.lastIndexOf("=");
    return at < 0 ? [pair.trim(), ""] : [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
}

const numberOf = (text: string): number => (text.trim() === "" ? Number.NaN : Number(text));
