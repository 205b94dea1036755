import { describe, expect, it } from "vitest";
import { gateSkill } from "./gate/gate-skill.ts";
import { buildSearchDocument } from "./index/search-document.ts";
import { memoryStore } from "./io/memory/memory-store.ts";
import { corroborate } from "./learn/corroborate/run-corroborate.ts";
import { proposeProcedure } from "./learn/procedure/propose-procedure.ts";
import { isDismissal } from "./learn/repair.ts";
import { writeSkill } from "./learn/synthesize/run-write.ts";
import { rerunSpecOf } from "./library/rerun-spec.ts";
import { publishLessons } from "./library/run-publish.ts";
import type { Store } from "./ports/store.ts";
import { SkillLoop } from "./skill-loop.ts";
import { manualClock } from "./testing/manual-clock.ts";
import { bash, call, sampleRun } from "./testing/run-samples.ts";
import { type ScriptedAnswer, scriptedLanguageModel } from "./testing/scripted-language-model.ts";
import { scriptedSkillFinder } from "./testing/scripted-skill-finder.ts";
import type { StoredClaim } from "./types/claim.ts";
import type { Signal } from "./types/signal.ts";
import type { Trace } from "./types/trace.ts";

// DESIGN 5.4, stage by stage: three billing deployments under one platform come back for an analytics one.

const scope = { project: "platform" };
const now = 1_700_000_000_000;
const smoke: Signal = { source: "test", outcome: "success", check: "npm run smoke", exitCode: 0 };

function deployment(run: number, service: string, fields: Partial<Trace> = {}): Trace {
  const digest = `sha_${run}90817`;
  return sampleRun(
    [
      bash("git status", { output: "nothing to commit" }),
      call("find_image", { service }, { output: `{"digest":"${digest}"}` }),
      call("freeze_jobs", { name: service }, { error: "unknown field name, expected service" }),
      call("freeze_jobs", { service }),
      call("roll_out", { service, image: digest, strategy: "rolling" }),
      bash("npm run smoke", { output: "12 checks passed" }),
      call("thaw_jobs", { service }),
    ],
    {
      id: `trace-${run}`,
      runId: `run-${run}`,
      scope,
      task: `Deploy the ${service} service, build ${run}4471`,
      environment: { platform: "v1" },
      signals: [smoke],
      recordedAt: now + run,
      ...fields,
    },
  );
}

const wording: ScriptedAnswer = {
  role: "synthesize",
  answer: {
    subject: "deploy a service",
    description: "Deploys a service by its newest image while its jobs are frozen.",
    preconditions: ["The image of <service> is built."],
    verification: ["`npm run smoke` exits with code 0."],
    failureModes: ["Jobs that are not frozen write into the old version while the new one starts."],
    scope: ["Not for services without jobs."],
    appliesWhen: ["deploy a service", "roll out a service"],
    queries: {
      plain: ["Deploy the newest build of a service.", "Roll out a service to the platform."],
      hurried: ["deploy service"],
      question: ["How do I get a new build of a service live?"],
      symptom: ["the old build of the service is still live"],
    },
    notFor: ["write a deployment guide"],
    signature: { intent: "deploy", object: "service", constraints: [] },
  },
};

/** What the pipeline does with one run, without its queue: from the proposal to the library. */
async function learn(store: Store, trace: Trace, script: readonly ScriptedAnswer[] = []): Promise<string> {
  const proposal = proposeProcedure(trace, []);
  if (isDismissal(proposal)) return proposal.rule;
  const model = scriptedLanguageModel(script);
  const finder = scriptedSkillFinder();
  const own: StoredClaim = {
    id: `${trace.id}#procedure`,
    scope,
    traceId: trace.id,
    ...(trace.runId !== undefined && { runId: trace.runId }),
    taught: { kind: "procedure", proposal },
    state: proposal.holds === undefined ? "waiting" : "held",
    at: trace.recordedAt,
  };
  const go = await corroborate({ finder }, { own, waiting: [] });
  if (go.decision !== "go") return go.decision;
  const rows = await store.findHeads(
    { scope, reach: "exact" },
    { lessonKeys: [`procedure:${proposal.key}`] },
  );
  const near = rows.map(({ head, served }) => ({ head, served, score: 0.9, sharesSignature: false }));
  const rerun = rerunSpecOf(trace);
  const written = await writeSkill({ model, finder }, { support: go.support, rerun, near, counts: [] });
  model.assertExhausted();
  if (written.action === "none") return written.reason;
  const entries = written.lessons.map((lesson) => {
    const { content, holds, verified } = lesson;
    return { lesson, verdict: gateSkill({ content, holds, verified }), rerun };
  });
  const [published] = await publishLessons({
    store,
    entries,
    mergeLesson: (existing) => existing,
    gate: gateSkill,
    buildSearchDocument,
    now: trace.recordedAt,
  });
  return published?.outcome ?? "nothing";
}

async function headOf(store: Store) {
  const [row] = await store.listHeads({ scope, reach: "exact" });
  return row;
}

async function threeDeployments(): Promise<Store> {
  const store = memoryStore();
  expect(await learn(store, deployment(1, "billing"), [wording])).toBe("created");
  expect(await learn(store, deployment(2, "billing"))).toBe("supported");
  expect(await learn(store, deployment(3, "billing"))).toBe("supported");
  return store;
}

async function recall(store: Store, task: string, platform: string) {
  const options = { scope, worker: "manual", environmentPolicy: "strict", recallBudgetMs: 2_000 } as const;
  const loop = await SkillLoop.open({ store, clock: manualClock(now + 100), ...options });
  return loop.recall(task, { environment: { platform } });
}

const analytics = "Deploy the analytics service with the build from this morning";

describe("the deployment story", () => {
  it("makes a procedure active by three verified runs, the first one included", async () => {
    const store = memoryStore();
    await learn(store, deployment(1, "billing"), [wording]);
    expect((await headOf(store))?.head).toMatchObject({ name: "deploy-a-service", status: "candidate" });
    await learn(store, deployment(2, "billing"));
    expect((await headOf(store))?.head.status).toBe("candidate");
    await learn(store, deployment(3, "billing"));
    expect((await headOf(store))?.head).toMatchObject({ status: "active", version: 1, latest: 1 });
    for (let run = 4; run <= 10; run += 1) await learn(store, deployment(run, "billing"));
    expect((await headOf(store))?.head.status).toBe("trusted");
  });

  it("counts a run once, and no run that failed or only says that it passed", async () => {
    const store = memoryStore();
    await learn(store, deployment(1, "billing"), [wording]);
    for (let copy = 2; copy <= 5; copy += 1)
      await learn(store, deployment(1, "billing", { id: `copy-${copy}` }));
    const told: Signal = { source: "self", outcome: "success" };
    const failure: Signal = { ...smoke, outcome: "failure", exitCode: 1 };
    expect(await learn(store, deployment(6, "billing", { signals: [told] }))).toBe("not-verified");
    expect(await learn(store, deployment(7, "billing", { signals: [failure] }))).toBe("not-verified");
    expect((await headOf(store))?.head.status).toBe("candidate");
  });

  it("comes back for another service under the same environment, without a word of the first", async () => {
    const store = await threeDeployments();
    const { hits, text } = await recall(store, analytics, "v1");
    expect(hits.map(({ name, status, stale }) => [name, status, stale])).toEqual([
      ["deploy-a-service", "active", false],
    ]);
    expect(text).toContain("Call `roll_out` with `service`: `<service>`, `image`: `<image>`");
    expect(text).not.toContain("UNVERIFIED");
    expect(JSON.stringify((await headOf(store))?.served.content)).not.toMatch(/billing|90817|4471|v1/);
    const steps = hits[0]?.content.bullets.filter(({ section }) => section === "procedure") ?? [];
    expect(steps.map(({ text: line }) => /`(\w[\w ]*)`/.exec(line)?.[1])).toEqual([
      "find_image",
      "freeze_jobs",
      "roll_out",
      "npm run smoke",
      "thaw_jobs",
    ]);
  });

  it("does not come back under another environment, or for another kind of task", async () => {
    const store = await threeDeployments();
    expect(await recall(store, analytics, "v2")).toMatchObject({
      hits: [],
      text: "",
      abstained: { reason: "vetoed" },
    });
    expect((await recall(store, "Translate the analytics report into French", "v1")).hits).toEqual([]);
  });

  it("is not shown as confirmed before three runs confirmed it", async () => {
    const store = memoryStore();
    await learn(store, deployment(1, "billing"), [wording]);
    expect((await recall(store, analytics, "v1")).text).not.toContain("roll_out");
  });
});
