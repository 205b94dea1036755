import { readField } from "../trace/json-value.ts";

/** A list in a host's object; what is none, or cannot be read, reads as an empty one. */
export function readList(value: unknown, key: string): readonly unknown[] {
  const list = readField(value, key);
  return Array.isArray(list) ? list : [];
}

/** A text in a host's object; an empty one reads as absent, since hosts write it for an id they do not have. */
export function readText(value: unknown, key: string): string | undefined {
  const text = readField(value, key);
  return typeof text === "string" && text !== "" ? text : undefined;
}
