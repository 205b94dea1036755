import { describe, expect, it } from "vitest";
import { doubleStages } from "../../testing/learning/double-stages.ts";
import { failedTrace, learningWorld } from "../../testing/learning/learning-world.ts";
import { sampleLesson } from "../../testing/library-samples.ts";
import { sampleScope, within } from "../../testing/store-samples.ts";

describe("a patch that no claim says anything of", () => {
  it("is published whatever a look at the claims would say, and leaves them undoubted and waiting", async () => {
    const doubts: number[] = [];
    const world = learningWorld({
      stages: {
        async write(ports, input) {
          const written = await doubleStages.write(ports, input);
          if (written.action === "none") return written;
          const patch = { skillId: "pushed", base: 1, operations: [], reason: "Its line did harm." };
          return { ...written, action: "patch", patch, claimIds: [] };
        },
        async review(ports, input) {
          doubts.push(input.doubts.length);
          return doubleStages.review(ports, input);
        },
        async publishPatch(_tools, { written }) {
          const [lesson = sampleLesson()] = written.lessons;
          return { lesson, outcome: "generalised", reason: "on trial", skillName: "push", version: 2 };
        },
      },
    });
    await world.learn(failedTrace("t1"));
    expect(await world.process()).toMatchObject({ learned: 1, waiting: 0 });
    expect(doubts).toEqual([0]);
    const claims = await world.store.listClaims(within(sampleScope), {});
    expect(claims.map(({ state, taught }) => [state, "claim" in taught && taught.claim.doubted])).toEqual([
      ["waiting", undefined],
    ]);
  });
});
