import { describe, expect, it } from "vitest";
import type { AdapterHarness } from "./adapter-harness.ts";
import { Differences } from "./differences.ts";
import type { ContractCase, Scenario } from "./scenario.ts";
import { allScenarios } from "./scenarios/all-scenarios.ts";

export type * from "./adapter-harness.ts";
export { ToolFailure } from "./adapter-harness.ts";

const caseTimeoutMs = 30_000;

/**
 * Registers the vitest tests that every adapter must pass, each with its real framework. Every script is
 * played by the bare framework first, and then with SkillLoop: the host must see no difference, the trace
 * must be exact, and the requests must hold the known notes in their places and nothing else.
 *
 * @example
 * adapterContract({ name: "my adapter", agent: (setup) => myAgent(setup) });
 */
export function adapterContract(harness: AdapterHarness): void {
  describe(`adapter contract: ${harness.name}`, () => {
    for (const scenario of allScenarios) registerScenario(harness, scenario);
  });
}

function registerScenario(harness: AdapterHarness, { name, title, cases }: Scenario): void {
  const differences = Differences.of(harness, name);
  const reasons = differences.stated.map(({ reason }) => ` (differs: ${reason})`);
  describe(`${title}${reasons.join("")}`, () => {
    for (const contractCase of cases) registerCase(harness, contractCase, differences.in(contractCase.title));
    if (differences.stated.length > 0) {
      it("differs where it is said to", () => {
        expect(differences.notNeeded, "stated differences that did not show").toEqual([]);
      });
    }
  });
}

function registerCase(
  harness: AdapterHarness,
  { title, run, isThere }: ContractCase,
  differences: Differences,
): void {
  if (differences.whyNotThere === undefined) {
    it(title, { timeout: caseTimeoutMs }, () => run(harness, differences));
    return;
  }
  it(`${title}: is not there`, { timeout: caseTimeoutMs }, async () => {
    const there = isThere === undefined || (await isThere(harness));
    expect(there, "the framework does it after all, so the suite has to see it").toBe(false);
  });
}
