import { canonicalJson } from "../text/canonical-json.ts";
import type { JsonValue } from "../types/json.ts";
import { fieldName, type Leaf, leavesOf } from "./abstract-fields.ts";

/** A field whose values differ between two inputs; the elements of a list count together. */
export interface FieldDifference {
  readonly path: string;
  readonly kind: "added" | "removed" | "changed";
  readonly before: readonly Leaf["value"][];
  readonly after: readonly Leaf["value"][];
}

function byPath(input: JsonValue): ReadonlyMap<string, readonly Leaf["value"][]> {
  const values = new Map<string, Leaf["value"][]>();
  for (const { path, value } of leavesOf(input)) values.set(path, [...(values.get(path) ?? []), value]);
  return values;
}

export function differencesOf(failed: JsonValue, fixed: JsonValue): readonly FieldDifference[] {
  const before = byPath(failed);
  const after = byPath(fixed);
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path): FieldDifference[] => {
    const old = before.get(path);
    const now = after.get(path);
    if (canonicalJson(old ?? []) === canonicalJson(now ?? [])) return [];
    const kind = old === undefined ? "added" : now === undefined ? "removed" : "changed";
    return [{ path, kind, before: old ?? [], after: now ?? [] }];
  });
}

const dryField = /^(?:dry_?run|simulate|preview|check_?only|what_?if|validate_?only|test_?mode)$/i;
const limitField = /^(?:limit|max\w*|top|first|count|page_?size|size|n|quantity|batch_?size)$/i;

/** The lists of an input by path, each element as text. */
function listsOf(
  value: JsonValue,
  path = "",
  found = new Map<string, readonly string[]>(),
): ReadonlyMap<string, readonly string[]> {
  if (Array.isArray(value)) {
    found.set(
      path,
      (value as readonly JsonValue[]).map((item) => canonicalJson(item)),
    );
  } else if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value))
      listsOf(inner, path === "" ? key : `${path}.${key}`, found);
  }
  return found;
}

/** Whether the fixed input asks for less: a shorter list, a dry run, a lower limit. */
export function narrowsInput(
  failed: JsonValue,
  fixed: JsonValue,
  differences: readonly FieldDifference[],
): boolean {
  const before = listsOf(failed);
  for (const [path, items] of listsOf(fixed)) {
    const previous = before.get(path);
    if (
      previous !== undefined &&
      items.length < previous.length &&
      items.every((item) => previous.includes(item))
    )
      return true;
  }
  return differences.some(({ path, kind, before: old, after }) => {
    const name = fieldName(path);
    if (dryField.test(name))
      return kind !== "removed" && after.every((value) => value !== false && value !== "false");
    const [was, is] = [old[0], after[0]];
    return (
      kind === "changed" &&
      limitField.test(name) &&
      typeof was === "number" &&
      typeof is === "number" &&
      is < was
    );
  });
}
