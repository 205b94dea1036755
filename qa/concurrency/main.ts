import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { SkillLoop } from "@skillloop/core";
import { commandLine } from "../command-line.ts";
import { told } from "../figure.ts";
import { countDuplicateRows, openStoreForQa } from "../open-store.ts";
import { type Figure, printReport } from "../report.ts";
import { CONCURRENCY_SCOPE, SHARED } from "./shared.ts";

// Four processes on one home at once; afterwards everything they did must be there exactly once.
const values = commandLine("qa:concurrency", { json: { type: "boolean", default: false } });
const childScript = fileURLToPath(new URL("./child.ts", import.meta.url));
const root = await mkdtemp(join(tmpdir(), "skillloop-concurrency-"));
const home = join(root, "home");

interface ChildEnd {
  readonly code: number | null;
  readonly acknowledged: readonly string[];
  readonly done: readonly string[];
  readonly unhandled: number;
}

try {
  const children = await Promise.all(
    Array.from({ length: SHARED.processes }, (_, who) => runChild(String(who))),
  );
  const store = await openStoreForQa(home);
  const loop = await SkillLoop.open({ home, store, scope: CONCURRENCY_SCOPE, worker: "manual" });
  const rest = await loop.process();
  const filter = { scope: CONCURRENCY_SCOPE, reach: "within" } as const;

  const acknowledged = new Set(children.flatMap((child) => child.acknowledged));
  const done = [...children.flatMap((child) => child.done), ...rest.traces.map(({ traceId }) => traceId)];
  const counters = await store.listStats(filter);
  const counted = counters
    .filter(({ skillId }) => skillId.startsWith("counter-"))
    .reduce((sum, { used }) => sum + used, 0);
  const heads = await store.listHeads(filter);
  const writes = heads.flatMap(({ head }) =>
    head.reasons.filter((reason) => reason.startsWith("written by")),
  );
  const evidence = await store.listEvidence(filter, {});
  const jobs = await store.listJobs({ filter, kind: "trace" });
  await loop.close();

  const expectedUpdates = SHARED.processes * SHARED.updatesEach;
  const expectedLearns = SHARED.processes * SHARED.learnsEach;
  const expectedWrites = SHARED.processes * SHARED.skills;
  const at = `${SHARED.processes} processes`;
  const exactly = (name: string, value: number, unit: string, bar: number): Figure => ({
    ...told(name, at, value, unit),
    value,
    bar: `= ${bar}`,
    ok: value === bar,
  });
  printReport(
    {
      figures: [
        exactly("counter-updates.kept", counted, "updates", expectedUpdates),
        exactly("learns.acknowledged", acknowledged.size, "traces", expectedLearns),
        exactly(
          "learns.kept",
          jobs.filter(({ id }) => acknowledged.has(id)).length,
          "traces",
          expectedLearns,
        ),
        exactly(
          "learns.finished",
          jobs.filter(({ state }) => state === "done").length,
          "traces",
          expectedLearns,
        ),
        exactly("skill-writes.kept", writes.length, "writes", expectedWrites),
        exactly("jobs.done-twice", done.length - new Set(done).size, "jobs", 0),
        exactly("rows.duplicate", await countDuplicateRows(home), "rows", 0),
        exactly(
          "evidence.duplicate",
          evidence.length - new Set(evidence.map(({ id }) => id)).size,
          "rows",
          0,
        ),
        exactly(
          "conflicts.unhandled",
          children.reduce((sum, { unhandled }) => sum + unhandled, 0),
          "errors",
          0,
        ),
        exactly("processes.failed", children.filter(({ code }) => code !== 0).length, "processes", 0),
      ],
    },
    { json: values.json },
  );
} finally {
  await rm(root, { recursive: true, force: true });
}

async function runChild(who: string): Promise<ChildEnd> {
  const child = spawn(process.execPath, [...process.execArgv, childScript, home, who], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line));
  const code = await new Promise<number | null>((resolve) => {
    child.on("close", resolve);
  });
  const after = (word: string): string[] =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  return { code, acknowledged: after("ack"), done: after("done"), unhandled: after("unhandled").length };
}
