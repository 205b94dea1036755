import type { Claim } from "../../types/claim.ts";

const leastCosine = 0.8;

const meet = (a: readonly string[] = [], b: readonly string[] = []): boolean =>
  a.some((one) => b.includes(one));

/**
 * Whether two claims say the same of what they were drawn from: of one tool, and of one error, or with one meaning. Words
 * in common never count: every claim about a missing file would be one. `cosine` is that of what they say; without an
 * embedder, and without an error that can be told from others, only the same mistake repaired by the same call counts.
 */
export function saysTheSame(a: Claim, b: Claim, cosine?: number): boolean {
  if (!meet(a.tools, b.tools)) return false;
  if (meet(a.signatures, b.signatures)) return true;
  if (cosine !== undefined) return cosine >= leastCosine;
  if (a.signatures.length > 0 || b.signatures.length > 0) return false;
  const repairedAlike = a.workingSkeleton !== undefined && a.workingSkeleton === b.workingSkeleton;
  return repairedAlike && meet(a.failedSkeletons, b.failedSkeletons);
}

/** What of a claim is compared by meaning. */
export const meaningOf = ({ decision, rule }: Claim): string => `${decision}\n${rule}`;
