import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { commitPoints } from "../../packages/core/src/io/lancedb/commit-points.ts";
import { commandLine } from "../command-line.ts";
import { told } from "../figure.ts";
import { seededRandom } from "../random.ts";
import { type Figure, printReport } from "../report.ts";
import { modelPoints } from "./crash-model.ts";
import { snapshot } from "./snapshot.ts";

/** Nothing of a failed run that was shown no skill is counted. */
const notWithModel: ReadonlySet<string> = new Set(["before-stats-written", "stats-written"]);

// A child learns and processes; it is killed at every named commit point and at random moments, started again on the
// same home, and what it leaves is held against an uninterrupted run.
const values = commandLine("qa:crash", {
  json: { type: "boolean", default: false },
  random: { type: "string", default: "30" },
  model: { type: "boolean", default: false },
});
/** Claims are written with a model alone, and what a session was shown without one. */
const points: readonly string[] = values.model
  ? [...commitPoints.filter((point) => !notWithModel.has(point)), ...modelPoints]
  : commitPoints.filter((point) => !point.includes("claims"));
const TRACES = 48;
const RANDOM_KILLS = Number(values.random);
const KILLS_A_HOME = 5;
const childScript = fileURLToPath(new URL("./child.ts", import.meta.url));

interface Ended {
  readonly finished: boolean;
  readonly openFailed: boolean;
  readonly killed: boolean;
}

const root = await mkdtemp(join(tmpdir(), "skillloop-crash-"));
try {
  const totals = { lost: 0, unfinished: 0, failedOpens: 0, duplicates: 0, different: 0, kills: 0 };
  const pointsHit = new Set<string>();
  const reference = join(root, "reference");
  const whole = new Set<string>();
  await runChild(reference, whole, []);
  const expected = (await snapshot(reference, whole)).library;
  const started = performance.now();
  await runChild(join(root, "pace"), new Set(), []);
  const lifetime = performance.now() - started;

  const settle = async (home: string, acknowledged: Set<string>): Promise<void> => {
    const ended = await runChild(home, acknowledged, []);
    if (!ended.finished) totals.failedOpens += 1;
    const seen = await snapshot(home, acknowledged);
    totals.lost += seen.missing.length;
    totals.unfinished += seen.unfinished.length;
    totals.duplicates += seen.duplicateRows;
    if (seen.library !== expected) totals.different += 1;
  };

  for (const point of points) {
    const home = join(root, point);
    const acknowledged = new Set<string>();
    for (const nth of ["1", "3"]) {
      const ended = await runChild(home, acknowledged, [point, nth]);
      if (ended.killed) {
        totals.kills += 1;
        pointsHit.add(point);
      }
      if (ended.openFailed) totals.failedOpens += 1;
    }
    await settle(home, acknowledged);
    process.stderr.write(`killed at ${point}\n`);
  }

  // A child that ends before its time is up was not killed: others follow until enough of them were.
  const random = seededRandom(20261129);
  let randomKills = 0;
  for (let child = 0; randomKills < RANDOM_KILLS && child < 4 * RANDOM_KILLS; ) {
    const home = join(root, `random-${child}`);
    const acknowledged = new Set<string>();
    for (let round = 0; round < KILLS_A_HOME && randomKills < RANDOM_KILLS; round += 1) {
      child += 1;
      // Not while Node is still starting: then there is nothing that a kill could interrupt.
      const ended = await runChild(home, acknowledged, [], (0.25 + 0.6 * random()) * lifetime);
      if (ended.openFailed) totals.failedOpens += 1;
      if (!ended.killed) break;
      totals.kills += 1;
      randomKills += 1;
    }
    await settle(home, acknowledged);
    process.stderr.write(`killed at random, ${randomKills} of ${RANDOM_KILLS}\n`);
  }

  const at = `${totals.kills} kills`;
  const none = (name: string, value: number, unit: string): Figure => ({
    ...told(name, at, value, unit),
    bar: "<= 0",
    ok: value === 0,
  });
  printReport(
    {
      figures: [
        {
          ...told("random.kills", "moments of a child's life", randomKills, "kills"),
          bar: `= ${RANDOM_KILLS}`,
          ok: randomKills === RANDOM_KILLS,
        },
        {
          ...told("commit-points.killed-at", `of ${points.length}`, pointsHit.size, "points"),
          bar: `= ${points.length}`,
          ok: pointsHit.size === points.length,
        },
        none("acknowledged.lost", totals.lost, "traces"),
        none("acknowledged.unfinished", totals.unfinished, "traces"),
        none("opens.failed", totals.failedOpens, "opens"),
        none("rows.duplicate", totals.duplicates, "rows"),
        none("library.different", totals.different, "homes"),
      ],
    },
    { json: values.json },
  );
} finally {
  await rm(root, { recursive: true, force: true });
}

/** Runs one child to its end or its death, gathering what it acknowledged. */
async function runChild(
  home: string,
  acknowledged: Set<string>,
  fault: readonly string[],
  killAfterMs?: number,
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [...process.execArgv, childScript, home, String(TRACES), values.model ? "model" : "repairs", ...fault],
    {
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let finished = false;
  let complaints = "";
  child.stderr.on("data", (chunk) => {
    complaints += String(chunk);
  });
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "finished") finished = true;
    if (line.startsWith("ack ")) acknowledged.add(line.slice(4));
  });
  const timer = killAfterMs === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfterMs);
  const signal = await new Promise<NodeJS.Signals | null>((resolve) => {
    child.on("close", (_code, by) => resolve(by));
  });
  clearTimeout(timer);
  const killed = signal === "SIGKILL";
  if (!finished && !killed) process.stderr.write(complaints);
  return { finished, killed, openFailed: !finished && !killed };
}
