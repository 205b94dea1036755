import { checkUses } from "../../learn/procedure/check-uses.ts";
import type { PublishRules } from "../../library/run-publish.ts";
import type { Store } from "../../ports/store.ts";
import type { Lesson } from "../../types/lesson.ts";

/**
 * Which skills a lesson may use under the name that it gets, by what stands in the library: none through which it would
 * use itself. `undefined` where the lesson uses none.
 */
export async function usesAllowedIn(
  store: Pick<Store, "findHeads">,
  [lesson]: readonly Lesson[],
): Promise<PublishRules["allowedUses"]> {
  if (lesson === undefined || lesson.content.uses.length === 0) return undefined;
  // In the scope in which a used skill is read.
  const filter = { scope: lesson.scope, reach: "exact" } as const;
  const known = new Map<string, readonly string[]>();
  let open: readonly string[] = lesson.content.uses;
  while (open.length > 0) {
    for (const name of open) known.set(name, []);
    const rows = await store.findHeads(filter, { names: open });
    for (const { head, served } of rows) known.set(head.name, served.content.uses);
    open = [...new Set(rows.flatMap(({ served }) => served.content.uses))].filter((name) => !known.has(name));
  }
  return (name, uses) => checkUses(name, uses, (used) => known.get(used) ?? []);
}
