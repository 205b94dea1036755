/**
 * Named places around every commit, for crash tests: a fault may end the process there, or throw what a
 * full disk would. The `before-` ones come before the write, the others after it is durable.
 */
export const commitPoints = [
  "before-trace-written",
  "trace-written",
  "before-jobs-added",
  "jobs-added",
  "before-jobs-claimed",
  "jobs-claimed",
  "before-versions-written",
  "versions-written",
  "before-heads-written",
  "heads-written",
  "before-embedder-recorded",
  "embedder-recorded",
  "before-evidence-written",
  "evidence-written",
  "before-jobs-committed",
  "jobs-committed",
  "before-stats-written",
  "stats-written",
  "before-claims-written",
  "claims-written",
  "before-claims-used",
  "claims-used",
  "before-maintained",
  "maintained",
] as const;

export type CommitPoint = (typeof commitPoints)[number];

type Written = Exclude<CommitPoint, `before-${string}`>;

export interface Faults {
  at(point: CommitPoint): void;
}

/** Runs a write between its two points. */
export async function atPoint<T>(
  faults: Faults | undefined,
  point: Written,
  write: () => Promise<T>,
): Promise<T> {
  faults?.at(`before-${point}`);
  const result = await write();
  faults?.at(point);
  return result;
}
