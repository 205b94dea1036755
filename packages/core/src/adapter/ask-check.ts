import type { AdapterOptions, CheckResult, FinishedRun } from "./adapter-options.ts";

/** What the host's check found of a run. One that fails itself is told of, and has found nothing. */
export async function askCheck(
  verify: NonNullable<AdapterOptions<never>["verify"]>,
  run: FinishedRun,
  report: (cause: unknown) => void,
): Promise<CheckResult | undefined> {
  try {
    // A host without types may say null for nothing.
    return (await verify(run)) ?? undefined;
  } catch (cause) {
    report(cause);
    return undefined;
  }
}
