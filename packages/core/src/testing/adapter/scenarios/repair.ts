import { expect } from "vitest";
import type { FinishedRun } from "../../../adapter/adapter-options.ts";
import { bash } from "../office-tools.ts";
import type { ObservedPlay } from "../play.ts";
import { call, calls, ended, ok, type Scenario, say } from "../scenario.ts";
import { expectAnswers, expectToolResult, scriptedCases } from "../scripted-cases.ts";

const task = "Publish what I did on hotfix-9";
const push = call("call_1", "bash", { command: "git push" });
const pushWithUpstream = call("call_2", "bash", { command: "git push --set-upstream origin hotfix-9" });

const checked: FinishedRun[] = [];

/** What `verify` was asked about: the run as the agent saw it, once. */
function expectChecked(): void {
  const [run, ...more] = checked.splice(0);
  expect(more, "further questions to verify").toEqual([]);
  expect({ task: run?.task, answer: run?.answer, end: run?.end }, "the run that verify was given").toEqual({
    task,
    answer: "It is published.",
    end: "completed",
  });
  expect(run?.steps.map(({ callId, outcome }) => `${callId} ${outcome}`)).toEqual([
    "call_1 tool-error",
    "call_2 ok",
  ]);
}

async function expectLearned({ loop, traces }: ObservedPlay): Promise<void> {
  expect(traces[0]?.signals, "what the check said").toContainEqual(
    expect.objectContaining({ source: "test", outcome: "success", check: "git status -sb" }),
  );
  const report = await loop.process();
  expect(report, "what became of the run").toMatchObject({ learned: 1, errored: 0 });
  const own = await loop.skills.list({ reach: "exact" });
  expect(
    own.map(({ status }) => status),
    "the skills learned from the run",
  ).toEqual(["candidate"]);
}

export const repair: Scenario = {
  name: "repair",
  title: "a retry that repairs",
  cases: scriptedCases(
    {
      tools: () => [bash],
      turns: [{ task }],
      replies: [calls(push), calls(pushWithUpstream), say("It is published.")],
      options: {
        verify: async (run) => {
          checked.push(run);
          await Promise.resolve();
          return { check: "git status -sb", exitCode: 0 };
        },
      },
    },
    {
      shows: (bare) => {
        checked.length = 0;
        expectAnswers(bare, "It is published.");
        expectToolResult(bare, "call_1", "no upstream branch");
      },
      traces: [
        {
          task,
          turns: [[ended(push, "tool-error", "no upstream branch")], [ok(pushWithUpstream)]],
          end: "completed",
        },
      ],
      hinted: ["call_1"],
    },
    {
      after: async (play, library) => {
        expectChecked();
        if (library === "empty") await expectLearned(play);
      },
    },
  ),
};
