/**
 * Of the skills that `name` is to use, those that may be: not itself, and none through which `name` would use itself.
 * `of` gives what a skill uses as it is stored; one that is not there uses nothing. Each name once, in their order.
 */
export function checkUses(
  name: string,
  uses: readonly string[],
  of: (name: string) => readonly string[],
): readonly string[] {
  return [...new Set(uses)].filter((used) => !reaches(used, name, of));
}

function reaches(from: string, wanted: string, of: (name: string) => readonly string[]): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name === wanted) return true;
    // A circle that is stored already, however it came there, must not keep us here.
    if (seen.has(name)) continue;
    seen.add(name);
    open.push(...of(name));
  }
  return false;
}
