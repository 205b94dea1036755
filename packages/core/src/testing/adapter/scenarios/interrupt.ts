import { expect } from "vitest";
import { askPerson, bash, pushTask } from "../office-tools.ts";
import { call, calls, ended, ok, type Scenario, say } from "../scenario.ts";
import { expectToolResult, scriptedCases } from "../scripted-cases.ts";

const ask = call("call_1", "ask_person", { question: "May I push?" });
const replies = [calls(ask), say("It is pushed.")];

export const interrupt: Scenario = {
  name: "interrupt",
  title: "an interrupt",
  cases: [
    ...scriptedCases(
      {
        tools: () => [bash, askPerson],
        turns: [
          { task: pushTask, thread: "asked" },
          { task: pushTask, thread: "asked", resume: "yes" },
        ],
        replies,
      },
      {
        shows: (bare) => {
          expect(bare.outcomes.map(({ interrupted }) => interrupted)).toEqual([true, false]);
          expectToolResult(bare, "call_1", "The person says: yes");
          expect(bare.outcomes[1]?.answer).toBe("It is pushed.");
        },
        traces: [{ task: pushTask, turns: [[ok(ask, "The person says: yes")]], end: "completed" }],
      },
      { title: "and its resume" },
    ),
    ...scriptedCases(
      {
        tools: () => [bash, askPerson],
        turns: [{ task: pushTask, thread: "left" }],
        replies,
      },
      {
        shows: (bare) => expect(bare.outcomes.map(({ interrupted }) => interrupted)).toEqual([true]),
        traces: [{ task: pushTask, turns: [[ended(ask, "interrupted")]], end: "aborted" }],
      },
      {
        title: "that nobody resumes",
        after: async ({ loop }) => {
          await loop.process();
          expect(await loop.skills.list({ reach: "exact" }), "skills learned from it").toEqual([]);
        },
      },
    ),
  ],
};
