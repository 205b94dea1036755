import { describe, expect, it } from "vitest";
import { defaultCalibration } from "../../../packages/core/src/recall/calibration.ts";
import { loadTraining } from "../data/load-training.ts";
import { openEmbedder } from "../home/open-embedder.ts";
import { skillContent } from "../home/skill-row.ts";
import { libraryIndex } from "./library-index.ts";

describe("the calibration of a library that is too small to have one", () => {
  it("reads the local embedder's cosines as larger libraries do", async () => {
    const embedder = await openEmbedder("local");
    const [library] = loadTraining("weights");
    const { calibration } = await libraryIndex((library?.skills ?? []).map(skillContent), embedder);
    await embedder?.close?.();
    expect(calibration).not.toBe(defaultCalibration);
    expect(Math.abs(calibration.noise - defaultCalibration.noise)).toBeLessThan(0.05);
    expect(Math.abs(calibration.own - defaultCalibration.own)).toBeLessThan(0.05);
  }, 60_000);
});
