import type { SkillRow } from "../ports/store.ts";
import type { Evidence } from "../types/evidence.ts";
import type { SkillHead, SkillVersion } from "../types/skill.ts";
import { standingVersion, versionsToForget } from "./decide-take-back.ts";
import { personalRetirement } from "./head-reasons.ts";
import { conflict, readTrials, settleCallers, syncReruns } from "./run-settle.ts";
import { type LibraryTools, MAX_ATTEMPTS, projectFilter } from "./run-tools.ts";
import { decideStatus } from "./trust.ts";

/**
 * Puts a skill whose served version, or the one on trial, was made by patches of purged runs alone back to the version before.
 * One that a person moved to a wider scope has none before it, and stays. Reads what is to be forgotten from rows of evidence
 * that are still there, so that an interrupted purge can be asked for again.
 */
export async function takeBackPatches(
  tools: LibraryTools,
  facts: { readonly head: SkillHead; readonly purged: ReadonlySet<string>; readonly now: number },
): Promise<void> {
  const { store } = tools;
  const { purged, now } = facts;
  const { id, scope } = facts.head;
  const filter = projectFilter(scope);
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 0) await tools.pause?.(attempt);
    const [[row], versions, evidence] = await Promise.all([
      store.findHeads(filter, { ids: [id] }),
      store.listVersions(filter, [id]),
      store.listEvidence(filter, { skillIds: [id] }),
    ]);
    if (row === undefined) return;
    const forgotten = versionsToForget(versions, evidence, purged);
    if (forgotten.size === 0) return;
    const left = evidence.filter(({ kind, traceId }) => kind !== "origin" || !purged.has(traceId));
    const next = takenBack(tools, row, { versions, forgotten, evidence: left, now });
    if (next !== row) {
      const lost = await store.writeHeads([{ row: next, expectedRev: row.head.rev }]);
      if (lost.size > 0) continue;
    }
    // Also where the head has moved already: a purge may have died right after.
    await syncReruns(tools, { rows: [next], trials: await readTrials(tools, [next]), now });
    await settleCallers(tools, [{ before: row.head, after: next.head }], now);
    return;
  }
  throw conflict();
}

/** The row without forgotten versions; the very same where it has none. */
function takenBack(
  tools: LibraryTools,
  row: SkillRow,
  facts: {
    readonly versions: readonly SkillVersion[];
    readonly forgotten: ReadonlySet<number>;
    readonly evidence: readonly Evidence[];
    readonly now: number;
  },
): SkillRow {
  const { versions, forgotten, evidence, now } = facts;
  const served = standingVersion(row.served, versions, forgotten);
  const { trial, ...rest } = row.head;
  const isTrialGone = trial !== undefined && forgotten.has(trial.version);
  if (served === undefined || (served === row.served && !isTrialGone)) return row;
  const head: SkillHead = {
    ...rest,
    ...(served !== row.served && standingOf(served, { head: row.head, evidence, now })),
    ...(trial !== undefined && !isTrialGone && { trial }),
    rev: row.head.rev + 1,
    updatedAt: now,
  };
  return { head, served, searchDocument: tools.buildSearchDocument(served.content) };
}

function standingOf(
  version: SkillVersion,
  { head, ...facts }: { readonly head: SkillHead } & Omit<Parameters<typeof decideStatus>[0], "version">,
): Pick<SkillHead, "version" | "status" | "reasons"> {
  const retired = personalRetirement(head);
  const { status, reasons } = decideStatus({ version, retired, ...facts });
  const told = `version ${head.version} was taken back, since the run it comes from was forgotten`;
  return { version: version.version, status, reasons: retired === undefined ? [...reasons, told] : reasons };
}
