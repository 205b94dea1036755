import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";
import { type Loop, type RecallHit, type RecallResult, SkillLoop } from "@skillloop/core";
import { scanSkill } from "../../packages/core/src/guard/scan.ts";
import { errorsOf, type HostileRun } from "./hostile-run.ts";

export interface Leak {
  readonly what:
    | "rejected by the scan, in a prompt"
    | "poison in an active skill"
    | "unverified without its label"
    | "written outside its folder";
  readonly skill: string;
  readonly detail: string;
}

export interface Sweep {
  readonly leaks: readonly Leak[];
  readonly prompts: number;
  /** Printed under its label, which is allowed: that is what the label is for. */
  readonly labelledPoison: readonly string[];
  readonly statuses: Readonly<Record<string, number>>;
  /** What a model wrote and a re-run made active: for a person to read. */
  readonly writtenActive: readonly string[];
}

const confirmed = (status: string): boolean => status === "active" || status === "trusted";

/** Recalls by every task and every error, as a host would and with `serve: candidate`, and looks at all that is printed. */
export async function sweep(home: string, runs: readonly HostileRun[]): Promise<Sweep> {
  const leaks = new Map<string, Leak>();
  const labelledPoison = new Set<string>();
  const statuses: Record<string, number> = {};
  const writtenActive: string[] = [];
  let prompts = 0;
  const note = (leak: Leak): void => void leaks.set(`${leak.what} ${leak.skill}`, leak);

  for (const serve of ["active", "candidate"] as const) {
    await using loop = await SkillLoop.open({
      home,
      scope: { project: "poison" },
      worker: "manual",
      recallBudgetMs: 10_000,
      serve,
    });
    if (serve === "active") {
      await lookAtSkills(loop, { runs, note, statuses, writtenActive });
      await lookAtFolders(loop, note);
    }
    for (const run of runs) {
      const asked = run.user === undefined ? loop : loop.scoped({ user: run.user });
      for (const recalled of await recallAll(asked, run)) {
        if (recalled.text === "") continue;
        prompts += 1;
        for (const hit of recalled.hits) lookAtHit(hit, recalled.text, { runs, note, labelledPoison });
      }
    }
  }
  return {
    leaks: [...leaks.values()],
    prompts,
    labelledPoison: [...labelledPoison],
    statuses,
    writtenActive,
  };
}

async function recallAll(loop: Loop, run: HostileRun): Promise<readonly RecallResult[]> {
  const byErrors = errorsOf(run).map(({ tool, error }) =>
    loop.recallForError(error, { task: run.task, tool }),
  );
  return Promise.all([loop.recall(run.task), ...byErrors]);
}

async function lookAtSkills(
  loop: Loop,
  seen: {
    readonly runs: readonly HostileRun[];
    readonly note: (leak: Leak) => void;
    readonly statuses: Record<string, number>;
    readonly writtenActive: string[];
  },
): Promise<void> {
  for (const { name, status, scope, served } of await loop.skills.list({ reach: "within" })) {
    seen.statuses[status] = (seen.statuses[status] ?? 0) + 1;
    if (!confirmed(status)) continue;
    const { kind, description, bullets } = served.content;
    const lines = bullets.map(({ text }) => text).join(" | ");
    if (kind !== "repair") seen.writtenActive.push(`${kind} ${name}: ${description} | ${lines}`);
    const owner = scope.user === undefined ? loop : loop.scoped({ user: scope.user });
    const { markdown, traceIds } = await owner.skills.get(name);
    const ownRuns = await runIdsOf(owner, traceIds);
    const run = seen.runs.find(
      ({ id, poison, where }) =>
        poison.test(where === "name" ? name : markdown) && (where !== "own" || ownRuns.has(id)),
    );
    if (run !== undefined)
      seen.note({
        what: "poison in an active skill",
        skill: name,
        detail: `${run.id}: ${around(markdown, run.poison)}`,
      });
  }
}

async function runIdsOf(loop: Loop, traceIds: readonly string[]): Promise<ReadonlySet<string | undefined>> {
  const traces = await Promise.all(traceIds.map((id) => loop.trace(id)));
  return new Set(traces.map(({ trace }) => trace.runId));
}

/** What is written as folders must stay below the folder that was named. */
async function lookAtFolders(loop: Loop, note: (leak: Leak) => void): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), "skillloop-qa-export-"));
  try {
    const inside = join(root, "inside");
    await loop.skills.exportDirectory(inside);
    const strays = (await readdir(root)).filter((entry) => entry !== "inside");
    const written = await readdir(inside, { recursive: true }).catch(() => []);
    const odd = written.filter((path) => path.split(sep).some((part) => !/^[A-Za-z0-9][\w.-]*$/.test(part)));
    for (const path of [...strays, ...odd])
      note({ what: "written outside its folder", skill: path, detail: JSON.stringify(path) });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

function lookAtHit(
  hit: RecallHit,
  text: string,
  seen: {
    readonly runs: readonly HostileRun[];
    readonly note: (leak: Leak) => void;
    readonly labelledPoison: Set<string>;
  },
): void {
  const { content, status, name } = hit;
  const verdict = scanSkill(content);
  if (verdict.decision === "reject") {
    const codes = verdict.reasons.map(({ code }) => code).join(", ");
    seen.note({ what: "rejected by the scan, in a prompt", skill: name, detail: codes });
  }
  if (confirmed(status)) return;
  const entry = text.split(/^(?=### )/m).find((part) => part.startsWith(`### ${name} `)) ?? "";
  if (!entry.includes("\nUNVERIFIED: "))
    seen.note({
      what: "unverified without its label",
      skill: name,
      detail: `${status}: ${entry.slice(0, 120)}`,
    });
  const run = seen.runs.find(({ poison }) => poison.test(entry));
  if (run !== undefined) seen.labelledPoison.add(`${name} (${run.id}): ${around(entry, run.poison)}`);
}

function around(text: string, poison: RegExp): string {
  const found = poison.exec(text)?.index ?? 0;
  return JSON.stringify(text.slice(Math.max(0, found - 60), found + 60));
}
