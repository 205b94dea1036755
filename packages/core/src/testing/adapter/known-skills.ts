import { memoryStore } from "../../io/memory/memory-store.ts";
import type { Store } from "../../ports/store.ts";
import { SkillLoop } from "../../skill-loop.ts";
import type { RerunRunner } from "../../types/loop.ts";
import type { Scope } from "../../types/scope.ts";

/** Whose memory the suite works in. Every play has an agent of its own in it, so that no two see each other. */
export const contractScope: Scope = { project: "adapter-contract" };

const check = "git status -sb";

export const noUpstream = (branch: string): string =>
  `fatal: The current branch ${branch} has no upstream branch.\nTo push the current branch and set the remote as upstream, use\n\n    git push --set-upstream origin ${branch}\n`;

export const wrongCurrency = (currency: string): string =>
  `Currency rejected: "${currency}" is no ISO 4217 code, write it in upper case.`;

let taught: Promise<Store> | undefined;

/**
 * A library that was really learned: how to push a branch is active, so it comes with the task; how to write a
 * currency is a candidate, so it comes with its error only. Made once, and shared: nobody here writes to it.
 */
export function knownSkills(): Promise<Store> {
  taught ??= teach(memoryStore());
  return taught;
}

async function teach(store: Store): Promise<Store> {
  const loop = await SkillLoop.open({ store, scope: contractScope, worker: "manual" });
  await loop.run("Push the branch feature-login to the remote", async (session) => {
    const command = "git push --set-upstream origin feature-login";
    await session.tool({
      name: "bash",
      input: { command: "git push" },
      error: noUpstream("feature-login"),
      exitCode: 128,
    });
    await session.tool({ name: "bash", input: { command }, output: "branch set up to track", exitCode: 0 });
    session.verifiedBy({ exitCode: 0 }, { check });
  });
  await loop.process();
  await loop.runPendingEvals(obedient);
  await loop.run("Bill the customer Miller for March", async (session) => {
    const input = { customer: "Miller", amount: 120 };
    await session.tool({
      name: "send_invoice",
      input: { ...input, currency: "eur" },
      error: wrongCurrency("eur"),
    });
    await session.tool({ name: "send_invoice", input: { ...input, currency: "EUR" }, output: "Sent." });
    session.verifiedBy({ passed: true }, { check: "the invoice is in the books" });
  });
  await loop.process();
  await loop.close();
  return store;
}

/** Re-runs as an agent that follows the notes would go. */
const obedient: RerunRunner = async ({ task }) => ({
  trace: {
    task,
    steps: [
      {
        kind: "tool",
        tool: "bash",
        callId: "1",
        turn: 0,
        input: { command: "git push --set-upstream origin x" },
        outcome: "ok",
      },
    ],
  },
  exitCode: 0,
  check,
});
