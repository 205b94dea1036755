const ownKeys = new Set(["createdAt", "updatedAt", "startedAt", "timestamp", "time"]);
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** A value as JSON without what every run has of its own: ids that are drawn, and times. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (key, field: unknown) => {
    if (ownKeys.has(key)) return undefined;
    if (field instanceof Error) return { name: field.name, message: field.message };
    return typeof field === "string" ? field.replace(uuid, "id") : field;
  });
}

export const stable = (value: unknown): unknown => JSON.parse(stableJson(value) ?? "null");
