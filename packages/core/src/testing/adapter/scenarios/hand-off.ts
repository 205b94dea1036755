import { expect } from "vitest";
import type { AdapterHarness, ScriptedCall, ScriptedTool } from "../adapter-harness.ts";
import { bash, lookUp, pushTask } from "../office-tools.ts";
import { type ContractCase, call, calls, ok, type Scenario, say } from "../scenario.ts";
import { scriptedCases } from "../scripted-cases.ts";

const prices = call("call_2", "look_up", { topic: "prices" });

/** The harness brings the tool that passes control on, so the script is made for each harness. */
function casesFor(harness: AdapterHarness): readonly ContractCase[] {
  const tool = harness.handOff?.tool;
  if (tool === undefined) {
    throw new Error("The harness has neither a hand-off nor a difference that says why there is none.");
  }
  const handOff: ScriptedCall = call("call_1", tool.name, inputOf(tool));
  return scriptedCases(
    {
      tools: () => [bash, tool, lookUp],
      turns: [{ task: pushTask }],
      replies: [calls(handOff), calls(prices), say("The other one has done it.")],
    },
    {
      shows: (bare) => {
        expect(bare.outcomes.map(({ error }) => error)).toEqual([undefined]);
        expect(bare.requests.flat().length, "requests beside the one that hands off").toBeGreaterThan(1);
      },
      traces: [
        {
          task: pushTask,
          // Passing control on is control flow, and never a failure.
          turns: [[{ call: handOff, outcomes: ["ok", "interrupted"] }], [ok(prices, "Notes on prices")]],
          end: "completed",
        },
      ],
    },
  );
}

const inputOf = ({ fields }: ScriptedTool): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, type === "number" ? 1 : "go on"]));

const titles = ["generate", "stream"].flatMap((mode) => [
  `${mode} with an empty library`,
  `${mode} with known skills`,
]);

export const handOff: Scenario = {
  name: "hand-off",
  title: "a hand-off",
  cases: titles.map((title) => ({
    title,
    isThere: async (harness) => harness.handOff !== undefined,
    run: async (harness, differences) => {
      await casesFor(harness)
        .find((made) => made.title === title)
        ?.run(harness, differences);
    },
  })),
};
