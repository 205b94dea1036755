import type { StepOutcome, Trace } from "../../types/trace.ts";
import type { AdapterHarness, AllowedDifference, ScenarioName } from "./adapter-harness.ts";

/** What a harness states about one scenario, and whether the scenario showed that it had to. */
export class Differences {
  readonly stated: readonly AllowedDifference[];
  readonly #needed: Set<string>;

  constructor(
    stated: readonly AllowedDifference[],
    /** Shared with the differences of single cases. */
    needed = new Set<string>(),
  ) {
    this.stated = stated;
    this.#needed = needed;
  }

  static of(harness: AdapterHarness, scenario: ScenarioName | "options"): Differences {
    return new Differences(harness.differences?.filter((stated) => stated.scenario === scenario) ?? []);
  }

  /** Those that a case of the scenario may show. */
  in(caseTitle: string): Differences {
    const here = this.stated.filter(({ cases }) => cases === undefined || caseTitle.includes(cases));
    return new Differences(here, this.#needed);
  }

  /** Why a case cannot be played at all, if so. */
  get whyNotThere(): string | undefined {
    return this.stated.find(({ notThere }) => notThere === true)?.reason;
  }

  /** The outcomes that a call may have: what the suite expects, and what the harness says stands for it. */
  outcomesOf(callId: string, expected: readonly StepOutcome[], actual: StepOutcome): readonly StepOutcome[] {
    return this.#withInstead(expected, actual, ({ outcomes }) => outcomes?.[callId], callId);
  }

  endsOf(expected: Trace["end"], actual: Trace["end"]): readonly Trace["end"][] {
    return this.#withInstead([expected], actual, ({ end }) => end, "its end");
  }

  /** What was stated and never happened, so that it can go. */
  get notNeeded(): readonly string[] {
    return this.stated.flatMap(({ reason, outcomes, end }) =>
      [...Object.keys(outcomes ?? {}), ...(end === undefined ? [] : ["its end"])]
        .filter((what) => !this.#needed.has(`${reason}\n${what}`))
        .map((what) => `${what}: ${reason}`),
    );
  }

  #withInstead<Value>(
    expected: readonly Value[],
    actual: Value,
    insteadOf: (stated: AllowedDifference) => Value | undefined,
    what: string,
  ): readonly Value[] {
    const allowed = [...expected];
    for (const stated of this.stated) {
      const instead = insteadOf(stated);
      if (instead === undefined) continue;
      allowed.push(instead);
      if (actual === instead && !expected.includes(actual)) this.#needed.add(`${stated.reason}\n${what}`);
    }
    return allowed;
  }
}
