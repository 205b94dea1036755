import { describe, expect, it } from "vitest";
import { fittedModels } from "../../../packages/core/src/recall/fitted-models.ts";
import { ablatedModels } from "../ablated-models.ts";
import { librarySkill } from "../data/formats.ts";
import { inHome } from "./in-home.ts";
import { openModelRecall } from "./open-model-recall.ts";
import { openRecaller } from "./recaller.ts";

const skills = ["signing key", "table index", "mail queue"].map((object) =>
  librarySkill.parse({
    name: `rotate-${object.replace(" ", "-")}`,
    description: `Rotate the ${object}.`,
    queries: [`rotate the ${object}`, `the ${object} must be rotated`],
    body: `## Procedure\n\n- Rotate the ${object}.`,
  }),
);
const tasks = ["Our signing key expired, please rotate it", "what is a mail queue?", "paint a wall"];

describe("openModelRecall", () => {
  it("answers as a loop does, and otherwise once weights are taken out", async () => {
    const ask = async (recaller: Pick<Awaited<ReturnType<typeof openRecaller>>, "recall">) => {
      const answers = [];
      for (const task of tasks) {
        const { hits, abstained } = await recaller.recall(task, { history: [] });
        answers.push({ hits: hits.map(({ name, score }) => ({ name, score })), abstained });
      }
      return answers;
    };
    const asLoop = await inHome(skills, async (home) => {
      const loop = await openRecaller({ home });
      const answers = await ask(loop);
      await loop.close();
      return answers;
    });
    await inHome(skills, async (home) => {
      const recall = await openModelRecall(home, undefined);
      expect(asLoop[0]?.hits[0]?.name).toBe("rotate-signing-key");
      expect(await ask(recall.under(fittedModels))).toEqual(asLoop);
      const blind = ablatedModels(["taskByWords"]).find(({ without }) => without === "lexical coverage");
      expect(await ask(recall.under(blind?.models ?? fittedModels))).not.toEqual(asLoop);
      await recall.close();
    });
  });
});
