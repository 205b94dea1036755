import type { Loop } from "@skillloop/core";
import { atLeast, atMost } from "../figure.ts";
import type { Figure } from "../report.ts";
import type { Subject } from "./bench-agent.ts";
import { type Plan, planned, Seen } from "./script.ts";
import type { TaskSupply } from "./tasks.ts";

const RUNS = 20;
const PLAN: Plan = { calls: [1, 3, 1], failsFirst: true, keep: true };

/** Whether the requests of an agent with an empty library are those of the bare agent, byte for byte. */
export async function measureEmptyLibrary(asked: {
  readonly subject: Subject;
  readonly emptyLoop: Loop;
  readonly tasks: TaskSupply;
}): Promise<readonly Figure[]> {
  const { subject, emptyLoop, tasks } = asked;
  const [seenBare, seenEquipped] = [new Seen(), new Seen()];
  const bare = await subject.agent({ script: planned(PLAN, seenBare) });
  const equipped = await subject.agent({ script: planned(PLAN, seenEquipped), loop: emptyLoop });
  for (let run = 0; run < RUNS; run += 1) {
    const task = tasks.next();
    await bare.run(task);
    await equipped.run(task);
    await equipped.flush();
  }
  const texts = (seen: Seen) => seen.requests.map((request) => JSON.stringify(request));
  const [without, withLoop] = [texts(seenBare), texts(seenEquipped)];
  const different = without.filter((text, index) => text !== withLoop[index]).length;
  const at = `${subject.name}, empty library`;
  return [
    atMost("requests.not-byte-identical", at, different, "count", 0),
    atLeast("requests.compared", at, withLoop.length, "count", RUNS * (PLAN.calls.length + 1)),
  ];
}

/** Whether each request of a run begins with all messages of the request before it, byte for byte. */
export async function measurePrefix(asked: {
  readonly subject: Subject;
  readonly loop: Loop;
  readonly tasks: TaskSupply;
}): Promise<readonly Figure[]> {
  const { subject, loop, tasks } = asked;
  const seen = new Seen();
  const equipped = await subject.agent({ script: planned(PLAN, seen), loop });
  let broken = 0;
  let steps = 0;
  let blocks = 0;
  let hints = 0;
  for (let run = 0; run < RUNS; run += 1) {
    seen.clear();
    await equipped.run(tasks.next());
    await equipped.flush();
    blocks += seen.blocks;
    hints += seen.hints;
    for (const [index, { messages, rest }] of seen.requests.entries()) {
      const before = seen.requests[index - 1];
      if (before === undefined) continue;
      steps += 1;
      const kept = before.messages.every((message, place) => message === messages[place]);
      if (!kept || before.rest !== rest) broken += 1;
    }
  }
  const at = `${subject.name}, skill and hint`;
  return [
    atMost("prefix.broken", at, broken, "count", 0),
    atLeast("prefix.steps", at, steps, "count", RUNS * PLAN.calls.length),
    atLeast("prefix.runs-with-block", at, (100 * blocks) / RUNS, "%", 95),
    atLeast("prefix.runs-with-hint", at, (100 * hints) / RUNS, "%", 95),
  ];
}
