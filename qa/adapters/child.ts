import { join } from "node:path";
import { SkillLoop } from "@skillloop/core";
import { SCOPE } from "../bench/library.ts";
import type { Figure } from "../report.ts";
import { BUDGET_MS, openBrokenLoop } from "./broken-store.ts";
import { measureBrokenStore } from "./measure-broken-store.ts";
import { measureCalls, warmUp } from "./measure-calls.ts";
import { measureParallel } from "./measure-parallel.ts";
import { measureEmptyLibrary, measurePrefix } from "./measure-requests.ts";
import { measureStreams } from "./measure-streams.ts";
import { measureTools } from "./measure-tools.ts";
import { slowed } from "./slowed-loop.ts";
import { subjects } from "./subjects.ts";
import { sortTasks } from "./tasks.ts";

// Measures one adapter in a process of its own. It is given the name, a folder with `full` and room for `empty`,
// the number of skills and of rounds, and whether to break what it measures; it prints its figures as JSON.
const [name = "", root = "", skills = "", roundsAsked = "", mode = ""] = process.argv.slice(2);

// The loader of this file turns source maps on, and with them every error's stack costs what it costs nobody else.
process.setSourceMapsEnabled(false);
const load = subjects[name];
if (load === undefined) throw new Error(`no subject is called ${name}`);
const subject = await load();
const open = (folder: string) => SkillLoop.open({ home: join(root, folder), scope: SCOPE, worker: "manual" });
const full = await open("full");
const empty = await open("empty");
const tasks = await sortTasks(full, Number(skills));
const loop = mode === "break" ? slowed(full, 3) : full;
const emptyLoop = mode === "break" ? slowed(empty, 3) : empty;
const measured = { subject, loop, tasks, rounds: Number(roundsAsked) };

const figures: Figure[] = [];
const add = async (part: string, work: () => Promise<readonly Figure[]>): Promise<void> => {
  const start = performance.now();
  figures.push(...(await work()));
  process.stderr.write(`${name}: ${part} ${((performance.now() - start) / 1_000).toFixed(1)} s\n`);
};
await add("warm-up", () => warmUp(measured));
await add("requests", () => measureEmptyLibrary({ subject, emptyLoop, tasks: tasks.found }));
await add("prefix", () => measurePrefix({ subject, loop, tasks: tasks.found }));
await add("model calls", () => measureCalls(measured));
await add("tool calls", () => measureTools(measured));
await add("streams", () => measureStreams(measured));
await add("parallel runs", () => measureParallel(measured));
await Promise.all([full.close(), empty.close()]);
// A store that hangs keeps no process alive, and the time a recall may take is no reason to stay either.
const alive = setInterval(() => {}, 60_000);
for (const fault of ["hangs", "throws"] as const) {
  const broken = await openBrokenLoop(fault);
  const given = mode === "break" ? slowed(broken, 2 * BUDGET_MS) : broken;
  await add(`store ${fault}`, () => measureBrokenStore({ subject, loop: given, fault, tasks: tasks.found }));
}
clearInterval(alive);
process.stdout.write(JSON.stringify(figures), () => process.exit(0));
