import type { LanguageModel } from "@skillloop/core";
import { type FirstRun, firstRound } from "./first-round.ts";
import { type LearnedLoop, learnedLoop } from "./learned-loop.ts";
import { listenTo, loopMemory, noMemory, rawAttempts } from "./memory.ts";
import { type SecondRun, secondRound } from "./second-round.ts";

export type ArmName = "none" | "raw attempts" | "repairs only" | "model only" | "both" | "placebo";
export type Arms = Partial<Readonly<Record<ArmName, readonly SecondRun[]>>>;

export interface SeedResult {
  readonly seed: number;
  /** How often the first round was played. */
  readonly rounds: number;
  readonly firstRuns: readonly FirstRun[];
  readonly arms: Arms;
  /** Name and status of what each loop learned, for a person to read. */
  readonly learned: Readonly<Record<string, readonly string[]>>;
  readonly complaints: readonly string[];
}

/**
 * Plays both rounds under one seed. With a model also the arms that need one; the placebo is made of what `both` prints, or
 * `repairs only` where there is no model.
 */
export async function playSeed(
  seed: number,
  { rounds, model }: { readonly rounds: number; readonly model?: LanguageModel },
): Promise<SeedResult> {
  const firstRuns: FirstRun[] = [];
  for (let round = 0; round < rounds; round += 1) firstRuns.push(...(await firstRound(seed + round)));
  const none = await secondRound(noMemory, seed);
  const raw = await secondRound(rawAttempts(firstRuns), seed);

  await using repairs = await learnedLoop(firstRuns);
  const printed = listenTo(loopMemory(repairs.loop));
  const repairsOnly = await secondRound(printed.memory, seed);
  const shared = { none, "raw attempts": raw, "repairs only": repairsOnly };
  const common = { seed, rounds, firstRuns };
  if (model === undefined) {
    const placebo = await secondRound(printed.placebo(), seed);
    return {
      ...common,
      arms: { ...shared, placebo },
      learned: { repairs: statuses(repairs) },
      complaints: repairs.complaints,
    };
  }

  await using both = await learnedLoop(firstRuns, model);
  const printedByBoth = listenTo(loopMemory(both.loop));
  const withBoth = await secondRound(printedByBoth.memory, seed);
  const placebo = await secondRound(printedByBoth.placebo(), seed);
  for (const skill of both.skills) {
    if (skill.served.content.kind === "repair" && skill.status !== "retired")
      await both.loop.skills.retire(skill.name, { by: "qa", reason: "the arm without repairs" });
  }
  const modelOnly = await secondRound(loopMemory(both.loop), seed);
  return {
    ...common,
    arms: { ...shared, "model only": modelOnly, both: withBoth, placebo },
    learned: { repairs: statuses(repairs), both: statuses(both) },
    complaints: [...repairs.complaints, ...both.complaints],
  };
}

function statuses({ skills }: LearnedLoop): readonly string[] {
  return skills.map(({ name, status, served, reasons }) => {
    const why = status === "active" || status === "trusted" ? "" : ` (${reasons.join("; ")})`;
    return `${served.content.kind} ${name}: ${status}${why}`;
  });
}
