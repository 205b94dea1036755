/** A field of a value of unknown shape; a getter that throws is a field that is not there. */
export function readField(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return (value as Readonly<Record<string, unknown>>)[name];
  } catch {
    return undefined;
  }
}

export const readText = (value: unknown, name: string): string => {
  const field = readField(value, name);
  return typeof field === "string" ? field : "";
};

export const readList = (value: unknown, name: string): readonly unknown[] => {
  const field = readField(value, name);
  return Array.isArray(field) ? field : [];
};
