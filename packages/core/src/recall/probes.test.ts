import { describe, expect, it } from "vitest";
import { manualClock } from "../testing/manual-clock.ts";
import { inOneStep } from "./__fixtures__/in-one-step.ts";
import { isTuneProbe, type Probe, probes } from "./__fixtures__/probes.ts";
import { fakeLibrary, row, scope } from "./__fixtures__/run-fake-library.ts";
import { probeSkills } from "./__fixtures__/skills.ts";
import { LibraryCache } from "./run-library-cache.ts";
import { runRecall } from "./run-recall.ts";

const clock = manualClock();
const cache = new LibraryCache({ store: fakeLibrary(...probeSkills.map((skill) => row(skill))), clock });
const ports = {
  cache,
  clock,
  budgetMs: 50,
  serve: "active" as const,
  environment: {},
  environmentPolicy: "warn" as const,
  scan: inOneStep(() => ({ decision: "allow" as const, reasons: [] })),
  render: () => "",
};

interface Score {
  readonly right: number;
  readonly wrong: readonly string[];
  readonly missed: readonly string[];
}

async function score(half: readonly Probe[]): Promise<Score> {
  let right = 0;
  const wrong: string[] = [];
  const missed: string[] = [];
  for (const probe of half) {
    const { hits } = await runRecall({ ports, scope, task: probe.text });
    const given = hits[0]?.name;
    if (given === probe.expected) right += 1;
    else if (given === undefined) missed.push(`${probe.class}: ${probe.text}`);
    else wrong.push(`${probe.class}: ${probe.text} -> ${given}`);
  }
  return { right, wrong, missed };
}

const f1 = ({ wrong, missed }: Score, half: readonly Probe[]): number => {
  const wanted = half.filter((probe) => probe.expected !== undefined).length;
  const found =
    wanted - missed.length - wrong.filter((text) => !/trap|unrelated|knowledge|creation/.test(text)).length;
  return (2 * found) / (2 * found + wrong.length + (wanted - found));
};

describe("recall on the probe set", () => {
  const tuned = probes.filter(isTuneProbe);
  const judged = probes.filter((probe) => !isTuneProbe(probe));

  it("finds what helps and stays silent otherwise on the half it was tuned on", async () => {
    const result = await score(tuned);
    expect(f1(result, tuned), JSON.stringify(result, undefined, 1)).toBeGreaterThan(0.9);
  });

  it("does nearly as well on the half nobody looked at", async () => {
    const result = await score(judged);
    expect(f1(result, judged), JSON.stringify(result, undefined, 1)).toBeGreaterThan(0.75);
  });

  it("finds a Japanese and a Russian skill by a Japanese and a Russian task", async () => {
    for (const probe of probes.filter(({ class: kind }) => kind === "japanese" || kind === "russian")) {
      const { hits } = await runRecall({ ports, scope, task: probe.text });
      expect(hits[0]?.name, probe.text).toBe(probe.expected);
    }
  });
});
