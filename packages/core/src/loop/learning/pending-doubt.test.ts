import { afterEach, describe, expect, it } from "vitest";
import { SkillLoopError } from "../../errors.ts";
import { memoryStore } from "../../io/memory/memory-store.ts";
import type { Store } from "../../ports/store.ts";
import { SkillLoop } from "../../skill-loop.ts";
import { frankAnswers, frankTrace } from "../../testing/learning/frank-answers.ts";
import { type RoleAnswers, roleLanguageModel } from "../../testing/role-language-model.ts";
import { sampleScope, within } from "../../testing/store-samples.ts";
import type { Job } from "../../types/job.ts";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

const pending = new SkillLoopError({
  code: "MODEL_ANSWER_PENDING",
  message: "Nobody has answered yet.",
  remedy: "Answer the request file.",
});
const doubting: ReadonlySet<string> = new Set(["skeptic", "judge", "security"]);

/** The job as it is when its rest is over. */
async function rested(store: Store, { id = "", notBefore = 0 }: Partial<Job> = {}): Promise<void> {
  const lease = { kind: "trace", owner: "somebody", limit: 9, now: notBefore + 1, leaseMs: 1_000 } as const;
  await store.claimJobs({ filter: within(sampleScope), ...lease });
  await store.commitJobs("somebody", [{ id, patch: { state: "waiting", notBefore: 0 } }], notBefore);
}

describe("a doubt that a person has yet to answer", () => {
  it.each(["one model", "a model for each role"])(
    "publishes nothing and holds nothing, and is gone on with once it is answered, with %s",
    async (which) => {
      let isAnswered = false;
      const answers = Object.entries(frankAnswers()).map(([role, answer]) => [
        role,
        (...asked: Parameters<NonNullable<typeof answer>>) =>
          isAnswered || !doubting.has(role) ? answer?.(...asked) : pending,
      ]);
      const scripted = roleLanguageModel(Object.fromEntries(answers) as RoleAnswers);
      const model = which === "one model" ? scripted : { ...scripted, idFor: (role: string) => role };
      const store = memoryStore();
      const loop = await SkillLoop.open({ store, scope: sampleScope, worker: "manual", model });
      endings.push(() => loop.close());
      const { traceId } = await loop.learn(frankTrace(3, 1));
      expect(await loop.process()).toMatchObject({ learned: 0, waiting: 1, errored: 0 });
      expect(await loop.skills.list()).toEqual([]);
      const [job] = await store.listJobs({ filter: within(sampleScope), ids: [traceId] });
      expect(job).toMatchObject({ state: "waiting", attempts: 0 });
      isAnswered = true;
      await rested(store, job);
      expect(await loop.process()).toMatchObject({ learned: 1, waiting: 0, errored: 0 });
      expect(await loop.skills.list()).toMatchObject([{ status: "candidate", served: { holds: [] } }]);
      const written = scripted.calls.filter(({ role }) => role === "synthesize" || role === "reflect");
      expect(written).toHaveLength(2);
    },
  );
});
