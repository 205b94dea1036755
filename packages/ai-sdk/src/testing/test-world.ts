import { SkillLoop, type SkillLoopError, type Store, type Trace } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";

export const pushTask = "Push the branch hotfix-9 to the remote";
const check = "git status -sb";

export const noUpstream = (branch: string): string =>
  `fatal: The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream origin ${branch}\n`;

export interface TestWorld {
  readonly loop: SkillLoop;
  readonly errors: readonly SkillLoopError[];
  /** Once all that has ended is stored. */
  traces(): Promise<readonly Trace[]>;
  /** What is stored by now. */
  stored(): Promise<readonly Trace[]>;
}

const scope = { project: "tests" };

/** A loop on a library in memory; a taught one knows how to push a branch. */
export async function testWorld(
  options: { readonly taught?: boolean; readonly store?: Store } = {},
): Promise<TestWorld> {
  const store = options.store ?? memoryStore();
  const errors: SkillLoopError[] = [];
  const loop = await SkillLoop.open({
    store,
    scope,
    worker: "manual",
    recallBudgetMs: 5_000,
    onError: (error) => errors.push(error),
  });
  if (options.taught === true) await teach(loop);
  const taughtRuns = new Set<string>();
  const all = async (): Promise<readonly Trace[]> => {
    const listed = await store.listTraces({ scope, reach: "within" }, { limit: 1_000 });
    return store.getTraces(
      { scope, reach: "within" },
      listed.map(({ id }) => id),
    );
  };
  for (const { id } of await all()) taughtRuns.add(id);
  const stored = async (): Promise<readonly Trace[]> => (await all()).filter(({ id }) => !taughtRuns.has(id));
  return {
    loop,
    errors,
    stored,
    async traces() {
      await loop.flush();
      return stored();
    },
  };
}

/** Learned as it would be learned of a real run, and proven by a re-run. */
async function teach(loop: SkillLoop): Promise<void> {
  const command = "git push --set-upstream origin feature-login";
  await loop.run("Push the branch feature-login to the remote", async (session) => {
    await session.tool({ name: "bash", input: { command: "git push" }, error: noUpstream("feature-login") });
    await session.tool({ name: "bash", input: { command }, output: "branch set up to track", exitCode: 0 });
    session.verifiedBy({ exitCode: 0 }, { check });
  });
  await loop.process();
  await loop.runPendingEvals(async ({ task }) => ({
    trace: {
      task,
      steps: [{ kind: "tool", tool: "bash", callId: "1", turn: 0, input: { command }, outcome: "ok" }],
    },
    exitCode: 0,
    check,
  }));
}
