/** Reads a property of a host's object; what is no object, and a getter that throws, read as absent. */
export function readField(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Readonly<Record<string, unknown>>)[key];
  } catch {
    return undefined;
  }
}

export function readList(value: unknown, key: string): readonly unknown[] {
  const list = readField(value, key);
  return Array.isArray(list) ? list : [];
}

export function readText(value: unknown, key: string): string | undefined {
  const text = readField(value, key);
  return typeof text === "string" && text !== "" ? text : undefined;
}
