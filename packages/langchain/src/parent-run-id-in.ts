/** The run that a runnable's callbacks tell its children to be part of. */
export function parentRunIdIn(callbacks: unknown): string | undefined {
  if (typeof callbacks !== "object" || callbacks === null || !("getParentRunId" in callbacks))
    return undefined;
  const { getParentRunId } = callbacks;
  const id: unknown = typeof getParentRunId === "function" ? getParentRunId.call(callbacks) : undefined;
  return typeof id === "string" ? id : undefined;
}
