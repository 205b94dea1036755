/**
 * A deep copy that has been through JSON, as on disk: what a caller changes afterwards changes nothing here,
 * and an undefined field is gone instead of turning into something else.
 */
export function copyOf<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Inserts what is not there yet. Returns the ids that were added. */
export function insertAbsent<T>(table: Map<string, T>, rows: readonly T[], idOf: (row: T) => string) {
  const added = new Set<string>();
  for (const row of rows) {
    const id = idOf(row);
    if (table.has(id)) continue;
    table.set(id, copyOf(row));
    added.add(id);
  }
  return added;
}
