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

/**
 * Any value with the long texts in it cut, before anything else is done with them. What holds no long text
 * comes back as it is; else lists, objects and errors on the way to one are copied, with their prototypes.
 * Getters that throw, circles and what lies too deep are left to the reader. Never throws.
 */
export function boundTexts<T>(value: T): T {
  return bound(value, 0, new Set()) as T;
}

function bound(value: unknown, depth: number, ancestors: Set<object>): unknown {
  if (typeof value === "string") return boundText(value);
  if (typeof value !== "object" || value === null || depth > deepest || ancestors.has(value)) return value;
  ancestors.add(value);
  try {
    if (Array.isArray(value)) return boundList(value, depth, ancestors);
    return ArrayBuffer.isView(value) ? value : boundObject(value, depth, ancestors);
  } catch {
    // A proxy, or an object of the host's that defends itself.
    return value;
  } finally {
    ancestors.delete(value);
  }
}

function boundList(list: readonly unknown[], depth: number, ancestors: Set<object>): readonly unknown[] {
  const copy = list.map((item) => bound(item, depth + 1, ancestors));
  return copy.some((item, index) => item !== list[index]) ? copy : list;
}

function boundObject(value: object, depth: number, ancestors: Set<object>): object {
  const changed: PropertyDescriptorMap = {};
  const own = Object.getOwnPropertyDescriptors(value);
  for (const [key, descriptor] of Object.entries(own)) {
    if (!("value" in descriptor)) continue;
    const inner = bound(descriptor.value, depth + 1, ancestors);
    if (inner !== descriptor.value) changed[key] = { ...descriptor, value: inner };
  }
  if (Object.keys(changed).length === 0) return value;
  return Object.create(Object.getPrototypeOf(value), { ...own, ...changed }) as object;
}
