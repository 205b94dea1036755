import { clipMiddle } from "../text/clip.ts";

/** Characters of one text that are looked at and kept in memory: the rest of a long one is never read. */
export const maximumRaw = 64 * 1024;

const deepest = 24;

/**
 * A text cut to its head and tail. The copy is one of its own: engines build a cut on the text it was cut
 * from, and would keep all of that in memory.
 */
export function boundText(text: string): string {
  if (text.length <= maximumRaw) return text;
  return JSON.parse(JSON.stringify(clipMiddle(text, maximumRaw))) as string;
}

/** Objects and lists of one value that are looked at: as many as `toJsonValue` keeps of it. */
export const maximumVisits = 20_000;

/** What each object seen so far became; itself while it is looked at, so that circles end. */
type Seen = Map<object, unknown>;

/**
 * Any value with the long texts in it cut, before anything else is done with them. What holds no long text
 * comes back as it is; else lists, objects and errors on the way to one are copied, with their prototypes.
 * Each object is looked at once, however many paths lead to it. Getters, circles, what lies too deep and
 * what comes after `maximumVisits` objects are left to the reader. Never throws.
 */
export function boundTexts<T>(value: T): T {
  return bound(value, 0, new Map()) as T;
}

function bound(value: unknown, depth: number, seen: Seen): unknown {
  if (typeof value === "string") return boundText(value);
  if (typeof value !== "object" || value === null) return value;
  if (seen.has(value)) return seen.get(value);
  if (depth > deepest || seen.size >= maximumVisits || ArrayBuffer.isView(value)) return value;
  seen.set(value, value);
  try {
    const result = Array.isArray(value) ? boundList(value, depth, seen) : boundObject(value, depth, seen);
    if (result !== value) seen.set(value, result);
    return result;
  } catch {
    // A proxy, or an object of the host's that defends itself.
    return value;
  }
}

function boundList(list: readonly unknown[], depth: number, seen: Seen): readonly unknown[] {
  const copy = list.map((item) => bound(item, depth + 1, seen));
  return copy.some((item, index) => item !== list[index]) ? copy : list;
}

function boundObject(value: object, depth: number, seen: Seen): object {
  const changed: PropertyDescriptorMap = {};
  const isError = value instanceof Error;
  for (const key of Object.getOwnPropertyNames(value)) {
    // Nobody reads the stack of an error, and the engine writes its text only when it is looked at.
    if (isError && key === "stack") continue;
    const descriptor = Object.getOwnPropertyDescriptor(value, key);
    if (descriptor === undefined || !("value" in descriptor)) continue;
    const inner = bound(descriptor.value, depth + 1, seen);
    if (inner !== descriptor.value) changed[key] = { ...descriptor, value: inner };
  }
  if (Object.keys(changed).length === 0) return value;
  const own = Object.getOwnPropertyDescriptors(value);
  return Object.create(Object.getPrototypeOf(value), { ...own, ...changed }) as object;
}
