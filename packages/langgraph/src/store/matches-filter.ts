type Compare = (found: unknown, wanted: unknown) => boolean;

const operators = new Map<string, Compare>([
  ["$eq", (found, wanted) => found === wanted],
  ["$ne", (found, wanted) => found !== wanted],
  ["$gt", (found, wanted) => Number(found) > Number(wanted)],
  ["$gte", (found, wanted) => Number(found) >= Number(wanted)],
  ["$lt", (found, wanted) => Number(found) < Number(wanted)],
  ["$lte", (found, wanted) => Number(found) <= Number(wanted)],
  ["$in", (found, wanted) => Array.isArray(wanted) && wanted.includes(found)],
  ["$nin", (found, wanted) => !Array.isArray(wanted) || !wanted.includes(found)],
]);

/** Whether an item's value fits a filter of LangGraph's stores: equal fields, or operators such as `$gte`. */
export function matchesFilter(
  value: Readonly<Record<string, unknown>>,
  filter: Readonly<Record<string, unknown>> | undefined,
): boolean {
  return Object.entries(filter ?? {}).every(([field, wanted]) => matches(value[field], wanted));
}

function matches(found: unknown, wanted: unknown): boolean {
  if (typeof wanted !== "object" || wanted === null) return found === wanted;
  const asked = Object.entries(wanted);
  if (asked.length === 0 || !asked.every(([name]) => operators.has(name))) return found === wanted;
  return asked.every(([name, operand]) => operators.get(name)?.(found, operand) === true);
}
