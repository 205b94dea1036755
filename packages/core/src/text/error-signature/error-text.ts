const maximumDepth = 6;

/** Reads a property of a foreign object whose getter may throw. */
function readProperty(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

const streams = [
  "stdout",
  "stderr",
  "output",
  "error",
  "detail",
  "details",
  "reason",
  "text",
  "content",
  "cause",
];

const isFilled = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

function errorHead(error: object): string {
  const name = readProperty(error, "name");
  const message = readProperty(error, "message");
  const code = readProperty(error, "code");
  const text = isFilled(message) ? message : "";
  const named = isFilled(name) && !text.startsWith(name) ? `${name}: ${text}` : text;
  const coded = isFilled(code) && !named.includes(code) ? `${named} (${code})` : named;
  return coded.trim() === "" ? "" : coded;
}

function asJson(value: object): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}

function collect(error: unknown, depth: number, seen: Set<object>, parts: string[]): void {
  if (error === null || error === undefined || depth > maximumDepth) return;
  if (typeof error !== "object") {
    if (typeof error !== "function") parts.push(String(error));
    return;
  }
  if (seen.has(error)) return;
  seen.add(error);
  const before = parts.length;
  const head = errorHead(error);
  if (head !== "") parts.push(head);
  const nested = readProperty(error, "errors");
  if (Array.isArray(nested)) for (const inner of nested) collect(inner, depth + 1, seen, parts);
  // A process error says "Command failed" in its message and the cause in its streams.
  for (const key of streams) {
    const inner = readProperty(error, key);
    if (inner === undefined || inner === null || typeof inner === "function") continue;
    if (Array.isArray(inner)) for (const item of inner) collect(item, depth + 1, seen, parts);
    else collect(inner, depth + 1, seen, parts);
  }
  if (parts.length === before && !(error instanceof Error)) parts.push(asJson(error));
}

/**
 * The text of anything that can be thrown or returned as a failure: a string, an `Error` with its chain of
 * causes, an `AggregateError`, a process result with `stdout` and `stderr`, or any other value as JSON.
 * Never throws; `""` when there is nothing to read.
 */
export function errorText(error: unknown): string {
  if (typeof error === "string") return error;
  const parts: string[] = [];
  collect(error, 0, new Set(), parts);
  return [...new Set(parts.filter(isFilled))].join("\n");
}
