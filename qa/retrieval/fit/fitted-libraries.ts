import {
  isTuneProbe,
  probes as repairProbes,
} from "../../../packages/core/src/recall/__fixtures__/probes.ts";
import { probeSkills } from "../../../packages/core/src/recall/__fixtures__/skills.ts";
import type { SkillContent } from "../../../packages/core/src/types/skill.ts";
import type { RetrievalProbe } from "../data/formats.ts";
import { loadData } from "../data/load.ts";
import { loadTraining } from "../data/load-training.ts";
import { skillContent } from "../home/skill-row.ts";

/** Skills and the probes of them that may be looked at. */
export interface FittedLibrary {
  /** Libraries of one group are left out together. */
  readonly group: string;
  readonly contents: readonly SkillContent[];
  readonly probes: readonly RetrievalProbe[];
}

/** Libraries of several authors, so that nobody's manner of writing is learned. */
export function fittedLibraries(): readonly FittedLibrary[] {
  const { skills, probes } = loadData({ half: "tune" });
  const repairs = repairProbes.filter(isTuneProbe).map(
    ({ class: name, text, expected }, index): RetrievalProbe => ({
      id: `repairs-${index}`,
      class: `repairs ${name}`,
      mode: "task",
      text,
      history: [],
      expect: expected ?? null,
    }),
  );
  const training = loadTraining("weights").map(
    ({ author, skills: own, probes: asked }): FittedLibrary => ({
      group: author,
      contents: own.map(skillContent),
      probes: asked,
    }),
  );
  return [
    { group: "tune", contents: skills.map(skillContent), probes },
    { group: "repairs", contents: probeSkills, probes: repairs },
    ...training,
  ];
}
