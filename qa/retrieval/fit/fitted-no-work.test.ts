import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { embedTexts } from "../../../packages/core/src/embed/run-embed.ts";
import type { Embedder } from "../../../packages/core/src/ports/embedder.ts";
import { fittedModels } from "../../../packages/core/src/recall/fitted-models.ts";
import { meansNoWork } from "../../../packages/core/src/recall/no-work.ts";
import { openEmbedder } from "../home/open-embedder.ts";

describe("the fitted direction of requests that ask for no work", () => {
  let embedder: Embedder | undefined;
  beforeAll(async () => {
    embedder = await openEmbedder("local");
  });
  afterAll(() => embedder?.close?.());

  // Whatever changes a request's vector on its way to recall has to change the direction as well.
  it.each([
    ["Explain to me what a foreign key is and why databases have them.", "no work"],
    ["Write a limerick about a server that will not restart.", "no work"],
    ["Good morning! How was your weekend?", "no work"],
    ["The nightly import aborts since Tuesday, please get it running again.", "work"],
    ["Rotate the signing key of the payment service before Friday.", "work"],
    ["customer 8841 was charged twice, give back one of them", "work"],
  ])("takes %j for %s by the vector that recall is given", async (text, meant) => {
    if (embedder === undefined) throw new Error("The local embedder did not open.");
    const [vector] = await embedTexts(embedder, [text], { kind: "query" });
    const found = meansNoWork(fittedModels.task.noWork, { vector, embedder: embedder.id });
    expect(found < 0 ? "work" : "no work").toBe(meant);
    expect(Math.abs(found)).toBeGreaterThan(0.1);
  });
});
