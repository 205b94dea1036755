/** A property of a value of unknown shape; a getter that throws reads as absent. */
export function readField(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return Reflect.get(value, key);
  } catch {
    return undefined;
  }
}

export function readText(value: unknown, key: string): string | undefined {
  const found = readField(value, key);
  return typeof found === "string" ? found : undefined;
}

export function readNumber(value: unknown, key: string): number | undefined {
  const found = readField(value, key);
  return typeof found === "number" && Number.isFinite(found) ? found : undefined;
}
