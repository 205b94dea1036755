/** What is drawn from a run is thrown away below this. */
export const confidenceFloor = 0.3;

const mostWithoutQuote = 0.75;
const mostUndetermined = 0.35;

/**
 * How sure a claim may be: as the model said, and no surer than its evidence. Only a cause that a failed call was quoted
 * for, and of which the model says that the quote shows it, keeps a high value. Where every call went well and the check alone
 * failed, nothing but the model says which call was the mistake: such a claim is never enough alone.
 */
export function cappedConfidence({
  said,
  support,
  explained,
}: {
  readonly said: number;
  readonly support: "direct" | "inferred" | "undetermined";
  /** A cited failure is about the cause. */
  readonly explained: boolean;
}): number {
  const known = Number.isFinite(said) ? Math.min(1, Math.max(0, said)) : 0;
  if (support === "undetermined") return Math.min(known, mostUndetermined);
  return support === "direct" && explained ? known : Math.min(known, mostWithoutQuote);
}
