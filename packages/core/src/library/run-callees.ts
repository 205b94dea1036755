import type { SkillRow, Store } from "../ports/store.ts";
import { scopeKey } from "../text/scope-key.ts";
import type { SkillHead } from "../types/skill.ts";
import type { CalleeState } from "./callee-reasons.ts";

/** What the skills that these build on are now, by the id of the one that does. Those that build on none are left out. */
export async function readCallees(
  store: Pick<Store, "findHeads">,
  rows: readonly SkillRow[],
): Promise<ReadonlyMap<string, readonly CalleeState[]>> {
  const callers = rows.filter(({ served }) => served.content.uses.length > 0);
  const states = new Map<string, readonly CalleeState[]>();
  for (const group of byScope(callers, ({ head }) => head)) {
    const scope = group[0]?.head.scope;
    if (scope === undefined) continue;
    const names = [...new Set(group.flatMap(({ served }) => served.content.uses))];
    const found = await store.findHeads({ scope, reach: "exact" }, { names });
    const status = new Map(found.map(({ head }) => [head.name, head.status]));
    for (const { head, served } of group) {
      states.set(
        head.id,
        served.content.uses.map((name) => ({ name, status: status.get(name) })),
      );
    }
  }
  return states;
}

/** The ids of skills that build on one of these, in the same scope. Reads every head of the scope: for the rare change. */
export async function findCallers(
  store: Pick<Store, "listHeads">,
  callees: readonly SkillHead[],
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const group of byScope(callees, (head) => head)) {
    const scope = group[0]?.scope;
    if (scope === undefined) continue;
    const names = new Set(group.map(({ name }) => name));
    const rows = await store.listHeads({ scope, reach: "exact" });
    const callers = rows.filter(
      ({ head, served }) =>
        head.status !== "retired" &&
        served.content.uses.some((name) => name !== head.name && names.has(name)),
    );
    ids.push(...callers.map(({ head }) => head.id));
  }
  return ids;
}

function byScope<Item>(
  items: readonly Item[],
  headOf: (item: Item) => SkillHead,
): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = scopeKey(headOf(item).scope);
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...groups.values()];
}
