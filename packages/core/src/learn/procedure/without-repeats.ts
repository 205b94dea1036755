const longestBlock = 3;

/**
 * A list with each block of up to three items that follows itself once: what was done for every item of a task is one
 * step, however many items there were. `repeated` says of each kept item whether it stood for more.
 */
export function withoutRepeats<Item>(
  items: readonly Item[],
  shapeOf: (item: Item) => string,
): { readonly kept: readonly Item[]; readonly repeated: readonly boolean[] } {
  const kept: { item: Item; shape: string; repeated: boolean }[] = [];
  for (const item of items) {
    kept.push({ item, shape: shapeOf(item), repeated: false });
    for (let length = 1; length <= longestBlock; length += 1) {
      const before = kept.slice(-2 * length, -length);
      const last = kept.slice(-length);
      if (before.length < length || !before.every(({ shape }, at) => shape === last[at]?.shape)) continue;
      kept.length -= length;
      for (const one of before) one.repeated = true;
      break;
    }
  }
  return { kept: kept.map(({ item }) => item), repeated: kept.map(({ repeated }) => repeated) };
}
