import { expect } from "vitest";
import { expectUntouched } from "../expect-requests.ts";
import { bash, lookUp, plainTask, pushTask } from "../office-tools.ts";
import type { Play } from "../play.ts";
import { call, calls, type Mode, ok, type Scenario, say } from "../scenario.ts";
import { expectAnswers, expectToolResult, scriptedCases } from "../scripted-cases.ts";

const prices = call("call_1", "look_up", { topic: "prices" });

/** A harness that shows nothing of its framework would pass everything. */
function expectSeen({ outcomes, requests }: Play, mode: Mode): void {
  expect(JSON.stringify(outcomes[0]?.state), "what the harness shows of the host's state").toContain(
    pushTask,
  );
  const length = outcomes[0]?.parts?.length ?? 0;
  expect(length > 0, "whether the harness shows stream parts").toBe(mode === "stream");
  for (const { raw, messages } of requests.flat()) {
    expect(raw, "what the harness shows of a request").toContain(pushTask);
    expect(messages.findLast(({ role }) => role === "user")?.text).toBe(pushTask);
  }
  expect(requests.flat().at(-1)?.raw, "what the harness shows of the last request").toContain(
    "Notes on prices",
  );
}

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
      shows: (bare, mode) => {
        expectAnswers(bare, "The prices are known.");
        expectToolResult(bare, "call_1", "Notes on prices");
        expectSeen(bare, mode);
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
