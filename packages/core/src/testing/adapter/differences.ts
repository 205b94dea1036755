import type { StepOutcome, Trace } from "../../types/trace.ts";
import type { AdapterHarness, AllowedDifference, ScenarioName } from "./adapter-harness.ts";

/** What a harness states about one scenario, and whether the scenario showed that it had to. */
export class Differences {
  readonly stated: AllowedDifference | undefined;
  readonly #needed = new Set<string>();

  constructor(harness: AdapterHarness, scenario: ScenarioName | "options") {
    this.stated = harness.differences?.find((difference) => difference.scenario === scenario);
  }

  /** The outcomes that a call may have: what the suite expects, and what the harness says stands for it. */
  outcomesOf(callId: string, expected: readonly StepOutcome[], actual: StepOutcome): readonly StepOutcome[] {
    const instead = this.stated?.outcomes?.[callId];
    if (instead === undefined) return expected;
    if (actual === instead && !expected.includes(actual)) this.#needed.add(callId);
    return [...expected, instead];
  }

  endsOf(expected: Trace["end"], actual: Trace["end"]): readonly Trace["end"][] {
    const instead = this.stated?.end;
    if (instead === undefined) return [expected];
    if (actual === instead && actual !== expected) this.#needed.add("its end");
    return [expected, instead];
  }

  /** What was stated and never happened, so that it can go. */
  get notNeeded(): readonly string[] {
    const { outcomes, end } = this.stated ?? {};
    const stated = [...Object.keys(outcomes ?? {}), ...(end === undefined ? [] : ["its end"])];
    return stated.filter((name) => !this.#needed.has(name));
  }
}
