import { type Embedder, type Skill, SkillLoop, type SkillLoopError, type Trace } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";

const check = "git status -sb";

export const pushTask = "Push the branch hotfix-9 to the remote";
export const noUpstream = (branch: string): string =>
  `fatal: The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream origin ${branch}\n`;
export const wrongCurrency = (currency: string): string =>
  `Currency rejected: "${currency}" is no ISO 4217 code, write it in upper case.`;

export interface TestLoop {
  readonly loop: SkillLoop;
  readonly errors: readonly SkillLoopError[];
  traces(): Promise<readonly Trace[]>;
  /** Another loop on the same store, as another process would open it. */
  again(): Promise<TestLoop>;
  skills(): Promise<readonly Skill[]>;
}

export type TestStore = ReturnType<typeof memoryStore>;

/** A loop on a store of its own, empty or with two skills: one that comes with its task, one with its error. */
export async function testLoop(
  library: "empty" | "taught",
  { store = memoryStore(), embedder }: { readonly store?: TestStore; readonly embedder?: Embedder } = {},
): Promise<TestLoop> {
  const errors: SkillLoopError[] = [];
  const scope = { project: "graphs" };
  const loop = await SkillLoop.open({
    store,
    scope,
    worker: "manual",
    recallBudgetMs: 5_000,
    onError: (error) => errors.push(error),
    ...(embedder && { embedder }),
  });
  if (library === "taught") await teach(loop);
  const filter = { scope, reach: "within" } as const;
  const before = new Set((await store.listTraces(filter, { limit: 100 })).map(({ id }) => id));
  return {
    loop,
    errors,
    traces: async () => {
      const listed = await store.listTraces(filter, { limit: 100 });
      const ids = listed.map(({ id }) => id).filter((id) => !before.has(id));
      return store.getTraces(filter, ids);
    },
    again: () => testLoop("empty", { store, ...(embedder && { embedder }) }),
    skills: () => loop.skills.list({ reach: "within" }),
  };
}

export async function teach(loop: Pick<SkillLoop, "run" | "process" | "runPendingEvals">): Promise<void> {
  await loop.run("Push the branch feature-login to the remote", async (session) => {
    const command = "git push --set-upstream origin feature-login";
    const error = noUpstream("feature-login");
    await session.tool({ name: "bash", input: { command: "git push" }, error, exitCode: 128 });
    await session.tool({ name: "bash", input: { command }, output: "branch set up to track", exitCode: 0 });
    session.verifiedBy({ exitCode: 0 }, { check });
  });
  await loop.process();
  const command = "git push --set-upstream origin x";
  await loop.runPendingEvals(async ({ task }) => ({
    trace: {
      task,
      steps: [{ kind: "tool", tool: "bash", callId: "1", turn: 0, input: { command }, outcome: "ok" }],
    },
    exitCode: 0,
    check,
  }));
  await loop.run("Bill the customer Miller for March", async (session) => {
    const input = { customer: "Miller", amount: 120 };
    const error = wrongCurrency("eur");
    await session.tool({ name: "send_invoice", input: { ...input, currency: "eur" }, error });
    await session.tool({ name: "send_invoice", input: { ...input, currency: "EUR" }, output: "Sent." });
    session.verifiedBy({ passed: true }, { check: "the invoice is in the books" });
  });
  await loop.process();
}
