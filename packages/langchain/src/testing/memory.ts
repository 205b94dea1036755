import { type Loop, type RerunRunner, SkillLoop, type SkillLoopError, type Trace } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";

/** A loop in memory, and what it came to. */
export interface Memory {
  readonly loop: Loop;
  readonly reported: readonly SkillLoopError[];
  /** What was recorded, oldest first, without what taught it. */
  traces(): Promise<readonly Trace[]>;
}

const scope = { project: "harbour" } as const;

/** The error of a crane that is told a unit it does not know. */
export const wrongUnit = 'Unit rejected: "tons" is no unit of this crane, write "t".';
export const craneTask = "Lift the container from the ship to the quay with the crane";

/** A memory that knows nothing, or one that has learned how to work the crane. */
export async function memory(knows: "nothing" | "the crane" = "nothing"): Promise<Memory> {
  const store = memoryStore();
  const reported: SkillLoopError[] = [];
  const loop = await SkillLoop.open({
    store,
    scope,
    worker: "manual",
    recallBudgetMs: 5_000,
    onError: (error) => reported.push(error),
  });
  if (knows === "the crane") await teach(loop);
  const before = new Set((await listed()).map(({ id }) => id));

  async function listed() {
    return store.listTraces({ scope, reach: "within" }, { limit: 100 });
  }
  return {
    loop,
    reported,
    traces: async () => {
      await loop.flush();
      const ids = (await listed()).map(({ id }) => id).filter((id) => !before.has(id));
      return store.getTraces({ scope, reach: "within" }, ids);
    },
  };
}

async function teach(loop: Loop): Promise<void> {
  await loop.run(craneTask, async (session) => {
    await session.tool({ name: "crane", input: { weight: 12, unit: "tons" }, error: wrongUnit });
    await session.tool({ name: "crane", input: { weight: 12, unit: "t" }, output: "Lifted." });
    session.verifiedBy({ passed: true }, { check: "the container stands on the quay" });
  });
  await loop.process();
  await loop.runPendingEvals(rerun);
}

const rerun: RerunRunner = async ({ task }) => ({
  trace: {
    task,
    steps: [
      { kind: "tool", tool: "crane", callId: "1", turn: 0, input: { weight: 12, unit: "t" }, outcome: "ok" },
    ],
  },
  passed: true,
  check: "the container stands on the quay",
});
