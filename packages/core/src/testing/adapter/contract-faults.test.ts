import { describe, expect, it } from "vitest";
import { hooks } from "./__fixtures__/fault.ts";
import { hostFaults } from "./__fixtures__/host-faults.ts";
import { referenceHarness } from "./__fixtures__/reference-adapter.ts";
import { traceFaults } from "./__fixtures__/trace-faults.ts";
import type { AdapterHarness } from "./adapter-harness.ts";
import { Differences } from "./differences.ts";
import type { Scenario } from "./scenario.ts";
import { allScenarios } from "./scenarios/all-scenarios.ts";

const faults = [...hostFaults, ...traceFaults];

/** What the cases of a scenario say of a harness, one message for each that fails, up to one that says this. */
async function complaints(
  harness: AdapterHarness,
  name: Scenario["name"],
  says: RegExp,
): Promise<readonly string[]> {
  const scenario = allScenarios.find((known) => known.name === name);
  const found: string[] = [];
  for (const { run } of scenario?.cases ?? []) {
    await run(harness, Differences.of(harness, name)).catch((error: unknown) => found.push(String(error)));
    if (found.some((message) => says.test(message))) break;
  }
  return found;
}

describe("the contract tells an adapter that", () => {
  for (const { fault, breaks, scenario, says } of faults) {
    it(`${fault} (${scenario})`, async () => {
      const found = await complaints(referenceHarness(fault, breaks), scenario, says);
      expect(found).toContainEqual(expect.stringMatching(says));
    });
  }

  it("leaves a rejected promise behind", async () => {
    const uncaught = /nobody to catch it/;
    const stray = hooks(({ onEnd }) => ({
      onEnd: (how, context) => {
        onEnd?.(how, context);
        void Promise.reject(new Error("Nobody looks after this"));
      },
    }));
    // The test runner listens too, and would fail the whole file.
    const others = process.listeners("unhandledRejection");
    process.removeAllListeners("unhandledRejection");
    try {
      const found = await complaints(referenceHarness("stray", stray), "one-call", uncaught);
      expect(found).toContainEqual(expect.stringMatching(uncaught));
    } finally {
      for (const listener of others) process.on("unhandledRejection", listener);
    }
  });

  it("shows nothing of what its host holds", async () => {
    const harness = referenceHarness("blind");
    const blind: AdapterHarness = {
      ...harness,
      agent: async (setup) => {
        const agent = await harness.agent(setup);
        return { ...agent, turn: async (turn) => ({ ...(await agent.turn(turn)), state: null }) };
      },
    };
    const unseen = /what the harness shows of the host's state/;
    expect(await complaints(blind, "one-call", unseen)).toContainEqual(expect.stringMatching(unseen));
  });

  it("does any one of these in each scenario", () => {
    const caught = new Set(faults.map(({ scenario }) => scenario));
    expect(allScenarios.map(({ name }) => name).filter((name) => !caught.has(name))).toEqual([]);
  });
});
