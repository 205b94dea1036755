import { expect } from "vitest";
import { bash, lookUp, pushTask } from "../office-tools.ts";
import type { Play } from "../play.ts";
import { call, calls, ok, type Scenario } from "../scenario.ts";
import { scriptedCases } from "../scripted-cases.ts";

const [prices, rates, terms] = ["prices", "rates", "terms"].map((topic, at) =>
  call(`call_${at + 1}`, "look_up", { topic }),
) as [ReturnType<typeof call>, ReturnType<typeof call>, ReturnType<typeof call>];

const overloaded = { error: new Error("The model is overloaded") };

/** It reaches the host in words, thrown or in its result. */
const expectTold = (bare: Play): void =>
  expect(JSON.stringify(bare.outcomes), "what the host was told").toContain("The model is overloaded");

export const modelError: Scenario = {
  name: "model-error",
  title: "a model error",
  cases: [
    ...scriptedCases(
      { tools: () => [bash, lookUp], turns: [{ task: pushTask }], replies: [calls(prices), overloaded] },
      {
        shows: expectTold,
        traces: [{ task: pushTask, turns: [[ok(prices, "Notes on prices")]], end: "failed" }],
      },
      { title: "after a call" },
    ),
    ...scriptedCases(
      { tools: () => [bash, lookUp], turns: [{ task: pushTask }], replies: [overloaded] },
      { shows: expectTold, traces: [] },
      { title: "before any call" },
    ),
  ],
};

export const stepLimit: Scenario = {
  name: "step-limit",
  title: "a loop cut by the step limit",
  cases: scriptedCases(
    {
      tools: () => [bash, lookUp],
      turns: [{ task: pushTask, stepLimit: 2 }],
      replies: [calls(prices), calls(rates), calls(terms)],
    },
    {
      shows: (bare) => expect(bare.requests.flat().length, "requests up to the limit").toBe(2),
      traces: [
        {
          task: pushTask,
          turns: [[ok(prices, "Notes on prices")], [ok(rates, "Notes on rates")]],
          end: "aborted",
        },
      ],
    },
  ),
};
