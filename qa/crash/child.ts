import { writeSync } from "node:fs";
import { SkillLoop } from "@skillloop/core";
import type { CommitPoint } from "../../packages/core/src/io/lancedb/commit-points.ts";
import { traceJob } from "../../packages/core/src/loop/trace-job.ts";
import { fakeEmbedder } from "../../packages/core/src/testing/fake-embedder.ts";
import { intake } from "../../packages/core/src/trace/intake.ts";
import { openStoreForQa } from "../open-store.ts";
import { crashModel, type ModelPoint, modelTraces } from "./crash-model.ts";
import { CRASH_SCOPE, crashTraces, sessionWith, showsSkill } from "./traces.ts";

// `child.ts HOME COUNT repairs|model [POINT NTH]`: learns and processes in batches, with a scripted model or without one,
// tells each acknowledged trace on standard output, and kills itself the NTH time it passes the point. It can be started
// again on the same home.
const [home = "", count = "0", learns, point, nth = "1"] = process.argv.slice(2);
let passed = 0;
const faults = {
  at(reached: CommitPoint | ModelPoint): void {
    if (reached !== point) return;
    passed += 1;
    if (passed === Number(nth)) process.kill(process.pid, "SIGKILL");
  },
};
const store = await openStoreForQa(home, faults);
const embedder = fakeEmbedder();
const model = learns === "model" ? crashModel(faults.at) : undefined;
const options = { home, store, scope: CRASH_SCOPE, worker: "manual", embedder } as const;
const loop = await SkillLoop.open({ ...options, ...(model !== undefined && { model }) });
const traces = model === undefined ? crashTraces(Number(count)) : modelTraces(Number(count));
const BATCH = 6;
for (let start = 0; start < traces.length; start += BATCH) {
  const [skill] = await loop.skills.list();
  const now = Date.now();
  // What a session says of a run cannot come in through `learn`, so the traces are made as a session's are.
  const entries = traces.slice(start, start + BATCH).map((input, offset) => {
    const shows = model === undefined && skill !== undefined && showsSkill(start + offset);
    const session = shows && sessionWith({ skillId: skill.id, name: skill.name, version: 1 });
    const facts = { scope: CRASH_SCOPE, now, environment: {}, ...(session && { session }) };
    const { trace } = intake(input, facts);
    return { trace, job: traceJob(trace, now) };
  });
  await store.addTraces(entries);
  for (const { trace } of entries) writeSync(1, `ack ${trace.id}\n`);
  await loop.process({ limit: BATCH });
}
await loop.process();
await store.maintain({ force: true });
await loop.close();
writeSync(1, "finished\n");
