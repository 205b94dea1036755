import type { SkillRow } from "../ports/store.ts";
import { covers, scopeKey } from "../text/scope-key.ts";
import type { Evidence, StatsIncrement } from "../types/evidence.ts";
import type { Scope } from "../types/scope.ts";
import type { SkillVersion } from "../types/skill.ts";
import type { ShownSkill, Trace } from "../types/trace.ts";
import {
  type AttributedUse,
  attributeUses,
  credibleShown,
  type KnownVersions,
  useRows,
  versionKey,
} from "./attribute-uses.ts";
import { disproofRow } from "./disproof.ts";
import { settleSkills } from "./run-settle.ts";
import { type LibraryTools, projectFilter } from "./run-tools.ts";

export interface EvidenceRequest extends LibraryTools {
  readonly traces: readonly Trace[];
  readonly now: number;
  /**
   * Transient skills that a good run may disprove (`run-transients.ts`). Default: none is looked for.
   */
  readonly transients?: readonly SkillVersion[] | undefined;
  /** What a run says of single lines of the skills used in it (`bullet-outcomes.ts`). Default: nothing. */
  readonly lineOutcomes?:
    | ((trace: Trace, uses: readonly AttributedUse[], versions: KnownVersions) => readonly StatsIncrement[])
    | undefined;
}

/**
 * What a batch of runs says of the skills shown in them: evidence rows, counters, and the statuses that
 * follow. Re-runs are left out, they are recorded by `recordRerun`. Repeating it adds no evidence twice;
 * counters are for show, and a batch that dies between its rows and its counters leaves them uncounted.
 * Returns the rows whose status was looked at.
 */
export async function recordTraceEvidence(request: EvidenceRequest): Promise<readonly SkillRow[]> {
  const { store, now, transients = [] } = request;
  const traces = request.traces.filter((trace) => trace.rerunOf === undefined);
  const heads = await readShown(request, traces);
  const versions = await readVersions(request, traces, heads);
  const used = traces.map((trace) => ({
    trace,
    shown: credibleShown(trace, versions),
    uses: attributeUses(trace, versions),
  }));
  const rows = used.flatMap(({ trace, uses }) => useRows(trace, uses));
  const disproofs = traces.flatMap((trace) =>
    transients
      .filter(({ scope }) => covers(scope, trace.scope))
      .flatMap((version) => disproofRow(trace, version) ?? []),
  );
  // Evidence for a skill that was removed since has nothing to bear on.
  const evidence = rows.filter(({ skillId }) => heads.has(skillId));
  const known = await alreadyRecorded(request, traces, evidence);
  const all = [...evidence, ...disproofs];
  if (all.length > 0) await store.addEvidence(all);
  const linesOf = ({ trace, uses }: (typeof used)[number]): readonly StatsIncrement[] =>
    (request.lineOutcomes?.(trace, uses, versions) ?? []).filter(({ skillId }) => heads.has(skillId));
  const increments = used.flatMap((run) =>
    known.has(run.trace.id) ? [] : [...countersOf(run, heads), ...linesOf(run)],
  );
  if (increments.length > 0) await store.bumpStats(increments, now);
  const touched = new Map(all.map((row) => [row.skillId, row]));
  return settleAll(request, [...touched.values()]);
}

/** The versions that runs were really shown, by trace id, and which of them were used in it. */
export async function readShownVersions(
  tools: LibraryTools,
  traces: readonly Trace[],
): Promise<
  ReadonlyMap<string, { readonly shown: readonly SkillVersion[]; readonly used: readonly SkillVersion[] }>
> {
  const versions = await readVersions(tools, traces, await readShown(tools, traces));
  const known = (of: readonly { readonly skillId: string; readonly version: number }[]) =>
    [...new Set(of.map(versionKey))].flatMap((key) => versions.get(key) ?? []);
  return new Map(
    traces.map((trace) => [
      trace.id,
      { shown: known(credibleShown(trace, versions)), used: known(attributeUses(trace, versions)) },
    ]),
  );
}

async function readShown(
  { store }: LibraryTools,
  traces: readonly Trace[],
): Promise<ReadonlyMap<string, SkillRow>> {
  const groups = new Map<string, { readonly scope: Scope; readonly ids: Set<string> }>();
  for (const { scope, shown } of traces) {
    const group = groups.get(scopeKey(scope)) ?? { scope, ids: new Set<string>() };
    for (const { skillId } of shown) group.ids.add(skillId);
    groups.set(scopeKey(scope), group);
  }
  const reads = [...groups.values()]
    .filter(({ ids }) => ids.size > 0)
    // Visible, not more: a trace cannot bear on a skill that its run could not have been shown.
    .map(({ scope, ids }) => store.findHeads({ scope, reach: "visible" }, { ids: [...ids] }));
  return new Map((await Promise.all(reads)).flat().map((row) => [row.head.id, row]));
}

/** The versions shown: mostly the served ones, which the heads carry. What a dying write left behind is none. */
async function readVersions(
  { store }: LibraryTools,
  traces: readonly Trace[],
  heads: ReadonlyMap<string, SkillRow>,
): Promise<KnownVersions> {
  const known = new Map([...heads.values()].map(({ served }) => [versionKey(served), served]));
  const shown = traces.flatMap((trace) => trace.shown);
  const missing = new Set(
    shown
      .filter((one) => heads.has(one.skillId) && !known.has(versionKey(one)))
      .map(({ skillId }) => skillId),
  );
  for (const skillId of missing) {
    const head = heads.get(skillId)?.head;
    const stored = head === undefined ? [] : await store.listVersions(projectFilter(head.scope), [skillId]);
    for (const one of stored) {
      if (one.version <= (head?.latest ?? 0) && !known.has(versionKey(one))) known.set(versionKey(one), one);
    }
  }
  return known;
}

async function alreadyRecorded(
  { store }: LibraryTools,
  traces: readonly Trace[],
  evidence: readonly Evidence[],
): Promise<ReadonlySet<string>> {
  const traceIds = [...new Set(evidence.map(({ traceId }) => traceId))];
  const projects = new Map(traces.map(({ scope }) => [scope.project, scope]));
  if (traceIds.length === 0) return new Set();
  const reads = [...projects.values()].map((scope) => store.listEvidence(projectFilter(scope), { traceIds }));
  const rows = (await Promise.all(reads)).flat();
  return new Set(rows.filter(({ kind }) => kind !== "origin").map(({ traceId }) => traceId));
}

/**
 * A run counts once for a skill, however often it was shown in it. What the agent says of single lines stays with its trace:
 * by their counters a line is taken out, and for that outcomes alone may speak.
 */
function countersOf(
  run: {
    readonly trace: Trace;
    readonly shown: readonly ShownSkill[];
    readonly uses: readonly AttributedUse[];
  },
  heads: ReadonlyMap<string, SkillRow>,
): readonly StatsIncrement[] {
  const used = new Set(run.uses.map(({ skillId }) => skillId));
  const shown = [...new Set(run.shown.map(({ skillId }) => skillId))];
  return shown.flatMap((skillId) => {
    const scope = heads.get(skillId)?.head.scope;
    return scope === undefined ? [] : [{ scope, skillId, shown: 1, used: used.has(skillId) ? 1 : 0 }];
  });
}

async function settleAll(request: EvidenceRequest, rows: readonly Evidence[]): Promise<readonly SkillRow[]> {
  const projects = new Map<string, string[]>();
  for (const { scope, skillId } of rows) {
    projects.set(scope.project, [...(projects.get(scope.project) ?? []), skillId]);
  }
  const settled: SkillRow[] = [];
  for (const [project, ids] of projects) {
    const filter = projectFilter({ project });
    settled.push(...(await settleSkills(request, { filter, ids, now: request.now })));
  }
  return settled;
}
