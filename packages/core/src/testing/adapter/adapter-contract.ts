import { describe, expect, it } from "vitest";
import type { AdapterHarness } from "./adapter-harness.ts";
import { Differences } from "./differences.ts";
import type { Scenario } from "./scenario.ts";
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
  const differences = new Differences(harness, name);
  const { stated } = differences;
  if (stated?.notThere === true) {
    it(`${title} is not there: ${stated.reason}`, { timeout: caseTimeoutMs }, async () => {
      const there: string[] = [];
      for (const { title: caseTitle, isThere } of cases) {
        if (isThere === undefined || (await isThere(harness))) there.push(caseTitle);
      }
      expect(there, "what the framework does after all, so that the suite has to see it").toEqual([]);
    });
    return;
  }
  describe(stated === undefined ? title : `${title} (differs: ${stated.reason})`, () => {
    for (const { title: caseTitle, run } of cases) {
      it(caseTitle, { timeout: caseTimeoutMs }, () => run(harness, differences));
    }
    if (stated !== undefined) {
      it("differs where it is said to", () => {
        expect(differences.notNeeded, "stated differences that did not show").toEqual([]);
      });
    }
  });
}
