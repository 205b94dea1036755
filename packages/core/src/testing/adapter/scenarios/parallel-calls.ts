import { expect } from "vitest";
import type { ScriptedTool } from "../adapter-harness.ts";
import { bash, pushTask } from "../office-tools.ts";
import { call, calls, ok, type Scenario, say } from "../scenario.ts";
import { expectAnswers, scriptedCases } from "../scripted-cases.ts";

const [first, second, third] = ["north", "east", "south"].map((topic, at) =>
  call(`call_${at + 1}`, "measure", { topic }),
) as [ReturnType<typeof call>, ReturnType<typeof call>, ReturnType<typeof call>];

const last = call("call_4", "measure", { topic: "west" });

/** So that a framework that runs calls one by one does not wait for ever. */
const patienceMs = 500;

/** Each call of the first response waits for the next one, so they end in the opposite order. */
function measure(ended: string[]): ScriptedTool {
  const waiting = new Map<string, () => void>();
  const done = (topic: string): void => {
    ended.push(topic);
    waiting.get(topic)?.();
  };
  const after = (topic: string): Promise<void> =>
    new Promise((resolve) => {
      if (ended.includes(topic)) resolve();
      waiting.set(topic, resolve);
      setTimeout(resolve, patienceMs);
    });
  return {
    name: "measure",
    description: "Measures one side",
    fields: { topic: "string" },
    run: async ({ topic }) => {
      if (topic === "north") await after("east");
      if (topic === "east") await after("south");
      done(String(topic));
      return `The ${String(topic)} is measured`;
    },
  };
}

let ended: string[] = [];

const asked = {
  turns: [{ task: pushTask }],
  replies: [calls(first, second, third), calls(last), say("All four are measured.")],
};

const traces = [
  {
    task: pushTask,
    turns: [
      [
        ok(first, "The north is measured"),
        ok(second, "The east is measured"),
        ok(third, "The south is measured"),
      ],
      [ok(last, "The west is measured")],
    ],
    end: "completed",
  },
] as const;

export const parallelCalls: Scenario = {
  name: "parallel-calls",
  title: "parallel calls",
  cases: [
    ...scriptedCases(
      {
        tools: () => [bash, { ...measure([]), run: ({ topic }) => `The ${String(topic)} is measured` }],
        ...asked,
      },
      { shows: (bare) => expectAnswers(bare, "All four are measured."), traces },
      { title: "of one response" },
    ),
    ...scriptedCases(
      {
        tools: () => {
          ended = [];
          return [bash, measure(ended)];
        },
        ...asked,
      },
      {
        shows: (bare) => {
          expectAnswers(bare, "All four are measured.");
          expect(ended, "the order in which the calls ended").toEqual(["south", "east", "north", "west"]);
        },
        traces,
      },
      { title: "that end out of order" },
    ),
  ],
};
