import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { publishLessons } from "../library/run-publish.ts";
import { NOW, sampleContent, sampleLesson } from "../testing/library-samples.ts";
import { manualClock } from "../testing/manual-clock.ts";
import { sampleScope, within } from "../testing/store-samples.ts";
import type { RerunRunner } from "../types/loop.ts";
import { describeError } from "./describe-error.ts";
import { runReruns } from "./run-reruns.ts";

const filter = within(sampleScope);
const allow = { decision: "allow", reasons: [] } as const;

/** A library of candidates that all wait for their re-run, and what runs them. */
async function waiting(...names: readonly string[]) {
  const store = memoryStore();
  for (const [at, name] of names.entries()) {
    await publishLessons({
      store,
      buildSearchDocument: () => "",
      gate: () => allow,
      mergeLesson: (content) => content,
      entries: [
        {
          lesson: sampleLesson({ key: name, traceId: `t-${name}`, content: sampleContent({ name }) }),
          verdict: allow,
          rerun: { task: `do ${name}`, environment: { os: "linux" }, check: "npm test", context: { at } },
        },
      ],
      now: NOW + at,
    });
  }
  const ports = {
    ...{ store, clock: manualClock(NOW + 1_000), owner: "one", describe: describeError },
    ...{ isGone: () => false, closing: new AbortController().signal, report: () => {} },
  };
  const run = (runner: RerunRunner, limit: number) =>
    runReruns(ports, runner, {
      ...{ scope: sampleScope, environment: {}, control: false },
      ...{ limit, timeoutMs: 1_000 },
    });
  return { store, run };
}

const passing: RerunRunner = async ({ task }) => ({
  trace: { task, steps: [{ tool: "bash", input: { command: "true" }, output: "" }] },
  passed: true,
});

describe("runReruns", () => {
  it("begins with those that have waited longest, and gives each its check, environment and context", async () => {
    const { run } = await waiting("zip", "move", "ask");
    const given: unknown[] = [];
    const noting: RerunRunner = (request) => {
      const { task, check, environment, context, skill } = request;
      given.push({ task, check, environment, context, skill });
      return passing(request);
    };
    expect(await run(noting, 2)).toMatchObject({ ran: 2, passed: 2 });
    const common = { check: "npm test", environment: { os: "linux" } };
    expect(given).toEqual([
      { ...common, task: "do zip", context: { at: 0 }, skill: { name: "zip", version: 1 } },
      { ...common, task: "do move", context: { at: 1 }, skill: { name: "move", version: 1 } },
    ]);
  });

  it("ends a re-run whose skill is gone, and lets it take nobody's place", async () => {
    const { store, run } = await waiting("gone", "there");
    const [job] = await store.listJobs({ filter, kind: "rerun" });
    const [row] = await store.findHeads(filter, { names: ["gone"] });
    await store.removeSkills(filter, [row?.head.id ?? ""]);
    expect(await store.listJobs({ filter, kind: "rerun", state: "waiting" })).toHaveLength(2);
    expect(await run(passing, 1)).toMatchObject({ ran: 1, passed: 1, results: [{ name: "there" }] });
    expect(await store.listJobs({ filter, ids: [job?.id ?? ""] })).toMatchObject([
      { state: "done", reason: "the skill is gone" },
    ]);
    expect(await run(passing, 9)).toMatchObject({ ran: 0 });
  });
});
