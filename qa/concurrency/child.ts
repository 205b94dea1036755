import { writeSync } from "node:fs";
import { SkillLoop } from "@skillloop/core";
import { benchTrace } from "../bench/bench-trace.ts";
import { benchSkill } from "../bench/library.ts";
import { openStoreForQa } from "../open-store.ts";
import { CONCURRENCY_SCOPE, SHARED } from "./shared.ts";

// `child.ts HOME WHO`: one of several processes that count, learn, write skills and work off one queue at once.
const [home = "", who = "0"] = process.argv.slice(2);
const offset = Number(who) * SHARED.learnsEach;
const filter = { scope: CONCURRENCY_SCOPE, reach: "exact" } as const;
process.on("unhandledRejection", (error) => writeSync(1, `unhandled ${String(error)}\n`));

const store = await openStoreForQa(home);
const loop = await SkillLoop.open({ home, store, scope: CONCURRENCY_SCOPE, worker: "manual" });

async function count(): Promise<void> {
  for (let done = 0; done < SHARED.updatesEach; done += SHARED.updatesAtOnce) {
    const increments = Array.from({ length: SHARED.updatesAtOnce }, (_, index) => ({
      scope: CONCURRENCY_SCOPE,
      skillId: `counter-${(done + index) % SHARED.counters}`,
      used: 1,
    }));
    await Promise.all(increments.map((increment) => store.bumpStats([increment], Date.now())));
  }
}

async function learn(): Promise<void> {
  for (let index = 0; index < SHARED.learnsEach; index += 1) {
    const receipt = await loop.learn(benchTrace(offset + index, 4));
    writeSync(1, `ack ${receipt.traceId}\n`);
  }
}

/** Every process writes the same skills: each write is decided on the row it read, and one that lost reads again. */
async function writeSkills(): Promise<void> {
  for (let index = 0; index < SHARED.skills; index += 1) {
    const { version, write } = benchSkill(index, Date.now());
    const served = { ...version, scope: CONCURRENCY_SCOPE };
    await store.addVersions([served]);
    for (;;) {
      const [row] = await store.findHeads(filter, { ids: [version.skillId] });
      const rev = row?.head.rev ?? 0;
      const reasons = [...(row?.head.reasons ?? []), `written by ${who}`];
      const head = {
        ...write.row.head,
        scope: CONCURRENCY_SCOPE,
        reasons,
        rev: rev + 1,
        updatedAt: Date.now(),
      };
      const lost = await store.writeHeads([
        { row: { ...write.row, head, served }, expectedRev: row === undefined ? null : rev },
      ]);
      if (lost.size === 0) break;
    }
  }
}

async function work(): Promise<void> {
  for (let round = 0; round < SHARED.rounds; round += 1) {
    const report = await loop.process();
    for (const fate of report.traces) writeSync(1, `done ${fate.traceId}\n`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

await Promise.all([count(), learn(), writeSkills(), work()]);
await work();
await loop.close();
