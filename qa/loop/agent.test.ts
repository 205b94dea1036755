import { describe, expect, it } from "vitest";
import { work } from "./agent.ts";
import { readNotes, type Skillset } from "./read-notes.ts";
import { allTasks, taskOf } from "./tasks/all-tasks.ts";
import { domains } from "./tasks/task.ts";

const push: Skillset = { ...taskOf("git-push-new"), task: "Push the branch." };
const prose = (words: string): string => `### note\nAbout \`git push\`.\n${words}`;

async function wayTaken(prompt: string, patience = 0, hint = ""): Promise<readonly number[]> {
  const task = taskOf("config-route-weight");
  const { ways } = await work(
    { call: async () => ({ result: { ok: false, output: "", error: "no" }, hint }) },
    { ...task, task: task.second.task, values: task.second.values, prompt, patience },
  );
  return ways;
}

describe("the tasks", () => {
  it("are six a domain, two that recover, two given up, one silent, one whose habit is right", () => {
    expect(allTasks).toHaveLength(24);
    for (const domain of domains) {
      const sorts = allTasks.filter((task) => task.domain === domain).map(({ sort }) => sort);
      expect(sorts.sort()).toEqual(
        ["gives up", "gives up", "habit is right", "recovers", "recovers", "silent"].sort(),
      );
    }
  });

  it("hold each bad habit at least twice, and never ask twice in the same words", () => {
    const habits = allTasks.map(({ habit }) => habit);
    for (const habit of habits) expect(habits.filter((one) => one === habit).length).toBeGreaterThan(1);
    for (const { first, second } of allTasks) expect(second.task).not.toBe(first.task);
  });
});

describe("readNotes", () => {
  it("counts what speaks for a way, in code and in words", () => {
    expect(readNotes(prose("- Run `git push -u origin <branch>`."), push).standing).toEqual([0, 1]);
    expect(readNotes(prose("Name the branch with --set-upstream."), push).standing).toEqual([0, 1]);
  });

  it("counts what is said to fail against the habit", () => {
    expect(readNotes(prose("`git push` fails with no upstream."), push).standing).toEqual([-1, 0]);
  });

  it("takes no notice of a note on another operation", () => {
    expect(readNotes("### note\nAbout `git pull`: use -u.", push).standing).toEqual([0, 0]);
  });

  it("reads a recorded call by its result and by the check of its attempt", () => {
    const record = (end: string): string =>
      `### Attempt: push it\n> bash git push\nfailed: no upstream\n> bash git push -u origin x\nok: done\nThe check "c" ${end}.`;
    expect(readNotes(record("passed"), push).standing).toEqual([-1, 1]);
    expect(readNotes(record("failed"), push).standing).toEqual([-1, -1]);
  });

  it("lets only the closest of several attempts speak against the habit", () => {
    const attempt = (task: string, result: string): string =>
      `### Attempt: ${task}\n> bash git push\n${result}\nThe check "c" ${result === "ok: x" ? "passed" : "failed"}.`;
    const text = [attempt("Push the branch.", "ok: x"), attempt("Publish a tag.", "failed: y")].join("\n\n");
    expect(readNotes(text, push).standing).toEqual([1, 0]);
    expect(readNotes(text, { ...push, task: "Publish my tag." }).standing).toEqual([0, 0]);
  });

  it("finds a fact only in notes on the operation", () => {
    const refund: Skillset = { ...taskOf("billing-refund-reason"), task: "Refund it." };
    expect(readNotes("### n\nrefund_create takes RQ_CUSTOMER.", refund).facts).toEqual({
      code: "RQ_CUSTOMER",
    });
    expect(readNotes("### n\ncharge_create takes RQ_CUSTOMER.", refund).facts).toEqual({});
  });
});

describe("the agent", () => {
  it("starts with its habit when nobody tells it anything, and stops there without patience", async () => {
    expect(await wayTaken("")).toEqual([0]);
    expect(await wayTaken("", 1)).toEqual([0, 1]);
  });

  it("goes the way that the text speaks for", async () => {
    expect(await wayTaken("### n\n`route_weight` takes a fraction.")).toEqual([2]);
  });

  it("starts with the next way where the text speaks only against the habit", async () => {
    expect(await wayTaken("### n\n`route_weight` fails.")).toEqual([1]);
  });

  it("follows a hint that comes with an error, without patience", async () => {
    expect(await wayTaken("", 0, "### n\n`route_weight` takes a fraction.")).toEqual([0, 2]);
  });

  it("fills a call with the task's values and with what an earlier call returned", async () => {
    const task = taskOf("billing-invoice-version");
    const world = await task.world(task.second.values);
    const { calls } = await work(
      { call: async (tool, input) => ({ result: await world.call(tool, input), hint: "" }) },
      {
        ...task,
        task: task.second.task,
        values: task.second.values,
        prompt: "### n\ninvoice_update: give the `version`.",
        patience: 0,
      },
    );
    expect(calls.map(({ input }) => input)).toEqual([
      { id: "IN-3377" },
      { id: "IN-3377", note: "paid by wire", version: 7 },
    ]);
    expect(await world.solved()).toBe(true);
  });
});
