/** How many letters must be put in, taken out or exchanged to turn one word into the other (Levenshtein). */
export function editDistance(from: string, to: string): number {
  const target = [...to];
  let row = [0, ...target.map((_letter, index) => index + 1)];
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (const [column, other] of target.entries()) {
      const exchanged = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(exchanged, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[target.length] ?? 0;
}

/** At most `limit` of `names`, nearest to `wanted` first. A name that only starts or ends alike counts as near. */
export function nearestNames(wanted: string, names: readonly string[], limit = 3): readonly string[] {
  const distance = (name: string): number =>
    name.includes(wanted) || wanted.includes(name) ? 1 : editDistance(wanted, name);
  return [...new Set(names)]
    .map((name) => ({ name, distance: distance(name) }))
    .filter((near) => near.distance <= Math.max(wanted.length, near.name.length) / 2)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map((near) => near.name);
}
