import { expectUntouched } from "../expect-requests.ts";
import { bash, lookUp, plainTask, pushTask } from "../office-tools.ts";
import { call, calls, ok, type Scenario, say } from "../scenario.ts";
import { expectAnswers, expectToolResult, scriptedCases } from "../scripted-cases.ts";

const prices = call("call_1", "look_up", { topic: "prices" });

export const oneCall: Scenario = {
  name: "one-call",
  title: "one tool call",
  cases: scriptedCases(
    {
      tools: () => [bash, lookUp],
      turns: [{ task: pushTask }],
      replies: [calls(prices), say("The prices are known.")],
    },
    {
      shows: (bare) => {
        expectAnswers(bare, "The prices are known.");
        expectToolResult(bare, "call_1", "Notes on prices");
      },
      traces: [{ task: pushTask, turns: [[ok(prices, "Notes on prices")]], end: "completed" }],
    },
  ),
};

/** Skills are known, but none for this task and none for what happens in it. */
export const nothingRecalled: Scenario = {
  name: "nothing-recalled",
  title: "recall that finds nothing",
  cases: scriptedCases(
    {
      tools: () => [bash, lookUp],
      turns: [{ task: plainTask }],
      replies: [calls(prices), say("Twelve.")],
    },
    {
      shows: (bare) => expectAnswers(bare, "Twelve."),
      traces: [{ task: plainTask, turns: [[ok(prices, "Notes on prices")]], end: "completed" }],
    },
    { after: async (play, _library, bare) => expectUntouched(bare, play) },
  ),
};
