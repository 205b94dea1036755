import type { ListNamespacesOperation, MatchCondition } from "@langchain/langgraph";

/** Whether a namespace stands under a prefix. */
export function isUnder(namespace: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length <= namespace.length && prefix.every((label, index) => label === namespace[index]);
}

/** The distinct namespaces that fit all conditions, cut to `maxDepth`, in order, one page of them. */
export function listedNamespaces(
  all: readonly (readonly string[])[],
  { matchConditions = [], maxDepth, limit, offset }: Partial<ListNamespacesOperation>,
): string[][] {
  const fitting = all.filter((namespace) => matchConditions.every((condition) => fits(namespace, condition)));
  const cut = new Map(fitting.map((namespace) => namespace.slice(0, maxDepth)).map((one) => [key(one), one]));
  const sorted = [...cut].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, namespace]) => [...namespace]);
  const from = offset ?? 0;
  return sorted.slice(from, limit === undefined ? undefined : from + limit);
}

const key = (namespace: readonly string[]): string => namespace.join("\u0000");

function fits(namespace: readonly string[], { matchType, path }: MatchCondition): boolean {
  if (path.length > namespace.length) return false;
  const from = matchType === "suffix" ? namespace.length - path.length : 0;
  return path.every((label, index) => label === "*" || label === namespace[from + index]);
}
