import type { z } from "zod";
import { invalidTrace } from "./invalid-trace.ts";

function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
}

interface Issue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly values?: readonly unknown[];
  readonly expected?: string;
  readonly errors?: readonly (readonly Issue[])[];
}

function describe(issue: Issue): string {
  if (issue.code === "invalid_value" && issue.values !== undefined) {
    return `must be one of ${issue.values.map(String).join(", ")}`;
  }
  if (issue.code === "invalid_type") return `must be of type ${issue.expected}`;
  if (issue.code === "invalid_union") {
    const kinds = (issue.errors ?? []).flatMap((errors) => errors.map((inner) => inner.expected ?? ""));
    const named = [...new Set(kinds.filter((kind) => kind !== ""))];
    if (named.length > 0) return `must be of type ${named.join(" or ")}`;
  }
  return issue.code === "custom" ? issue.message : `is not valid: ${issue.message}`;
}

/** Validates one part of a trace; the error names the first field at fault by its path from the root. */
export function parseTracePart<T>(
  schema: z.ZodType<T>,
  value: unknown,
  root: readonly PropertyKey[] = [],
): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0] as unknown as Issue | undefined;
  throw invalidTrace({
    path: formatPath([...root, ...(issue?.path ?? [])]),
    problem: issue === undefined ? "is not valid" : describe(issue),
    remedy: "Correct this field or leave it out; `learn` stored nothing of this trace.",
  });
}
