import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LanguageModel, type LoopOptions, type Session, SkillLoop, type Store } from "@skillloop/core";
import { memoryStore, type RoleAnswers, roleLanguageModel } from "@skillloop/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

// Three billing deployments under one platform come back for an analytics one, and what fails under the next platform is
// added to them: as a host has it, with a store in a folder and a model that answers by its role.

const v1 = { platform: "v1" };
const v2 = { platform: "v2" };
const name = "deploy-a-service";
const analytics = "Deploy the analytics service with the build from this morning";

const wording = {
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
};

const grade = (aspect: string, quote: string) =>
  ({ aspect, quote, text: `It does so: ${quote}`, reason: "It is said.", grade: "pass" }) as const;

const answers: RoleAnswers = {
  synthesize: () => wording,
  judge: () => ({
    assertions: [
      grade("verification", "`npm run smoke` exits with code 0."),
      grade("no-harm", "Not for services without jobs."),
      grade("behaviour", "The image of <service> is built."),
    ],
  }),
  security: () => ({ findings: [], safe: true }),
  reflect: () => ({ outcome: null, lessons: [] }),
};

/** Each role is a model of its own, so that each is asked for itself. */
function modelOf(more: RoleAnswers = {}) {
  const model = roleLanguageModel({ ...answers, ...more });
  const asked = (role: string): number => model.calls.filter((call) => call.role === role).length;
  return { model: { ...model, idFor: (role) => role } satisfies LanguageModel, asked };
}

let home: string;
let store: Store;
const open: SkillLoop[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "skillloop-test-"));
  store = memoryStore();
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((loop) => loop.close()));
  await rm(home, { recursive: true, force: true });
});

/** On a store in memory, or in the folder that is named. */
async function openLoop(options: LoopOptions = {}): Promise<SkillLoop> {
  const loop = await SkillLoop.open({
    ...(options.home === undefined && { store }),
    scope: { project: "platform" },
    worker: "manual",
    environmentPolicy: "strict",
    recallBudgetMs: 5_000,
    model: modelOf().model,
    ...options,
  });
  open.push(loop);
  return loop;
}

interface Deployment {
  readonly run: number;
  readonly service: string;
  readonly environment?: LoopOptions["environment"];
  /** How the new image comes to run. */
  readonly rollOut?: (session: Session, service: string, image: string) => Promise<unknown>;
  readonly passes?: boolean;
}

const call = (session: Session, tool: string, input: object, result: object = { output: "ok" }) =>
  session.tool({ name: tool, input, ...result });

const rollingUpdate = (session: Session, service: string, image: string) =>
  call(session, "roll_out", { service, image, strategy: "rolling" });

/** One run of an agent that deploys as it always does. Gives the block that stood in its prompt. */
async function deploy(
  loop: SkillLoop,
  { run, service, environment = v1, rollOut = rollingUpdate, passes = true }: Deployment,
): Promise<string> {
  let block = "";
  const task = service === "analytics" ? analytics : `Deploy the ${service} service, build ${run}4471`;
  await loop.run(
    task,
    async (session) => {
      block = (await session.skills()).text;
      const digest = `sha_${run}90817`;
      const shell = (command: string, output: string) =>
        call(session, "bash", { command }, { output, exitCode: 0 });
      await shell("git status", "nothing to commit");
      await call(session, "find_image", { service }, { output: JSON.stringify({ digest }) });
      await call(session, "freeze_jobs", { service });
      await rollOut(session, service, digest);
      await shell("npm run smoke", "12 checks passed");
      await call(session, "thaw_jobs", { service });
      session.verifiedBy(passes, { check: "npm run smoke" });
    },
    { environment, runId: `run-${run}` },
  );
  return block;
}

/** The platform's next version takes no rolling updates: a run stages the image and switches to it. */
async function stageAndSwitch(session: Session, service: string, image: string): Promise<void> {
  const error = "RollOutError: strategy rolling was removed, releases are staged now";
  await call(session, "roll_out", { service, image, strategy: "rolling" }, { error });
  await call(session, "stage_release", { service, image });
  await call(session, "switch_traffic", { service });
}

async function threeDeployments(loop: SkillLoop): Promise<void> {
  for (const run of [1, 2, 3]) {
    await deploy(loop, { run, service: "billing" });
    expect(await loop.process()).toMatchObject({ learned: 1, waiting: 0, errored: 0 });
  }
}

/** A run under the next platform that was given the procedure, was failed by it, and passed its check. */
async function fallenBack(loop: SkillLoop, run = 4): Promise<string> {
  const rollOut = stageAndSwitch;
  const block = await deploy(loop, { run, service: "analytics", environment: v2, rollOut });
  await loop.process();
  return block;
}

const line =
  /If `roll_out` fails with "[^"]*strategy rolling was removed[^"]*", .*`stage_release`.*`switch_traffic`/;

describe("the deployment story, as a host has it", () => {
  it("makes three billing deployments a procedure that an analytics deployment is given, under the same platform", async () => {
    const { model, asked } = modelOf();
    const loop = await openLoop({ home, model });
    await deploy(loop, { run: 1, service: "billing" });
    await loop.process();
    expect(await loop.skills.get(name)).toMatchObject({ status: "candidate", version: 1 });
    expect((await loop.recall(analytics, { environment: v1 })).hits).toEqual([]);
    await deploy(loop, { run: 2, service: "billing" });
    await loop.process();
    expect((await loop.skills.get(name)).status).toBe("candidate");
    await deploy(loop, { run: 3, service: "billing" });
    await loop.process();
    const skill = await loop.skills.get(name);
    expect(skill).toMatchObject({ status: "active", version: 1 });
    expect(skill.traceIds).toHaveLength(3);
    // Worded once; what later runs do again costs nothing.
    expect([asked("synthesize"), asked("judge"), asked("security"), asked("reflect")]).toEqual([1, 1, 1, 0]);

    const { hits, text } = await loop.recall(analytics, { environment: v1 });
    expect(hits.map((hit) => [hit.name, hit.stale])).toEqual([[name, false]]);
    const steps = hits[0]?.content.bullets.filter(({ section }) => section === "procedure") ?? [];
    expect(steps.map((step) => /`(\w[\w ]*)`/.exec(step.text)?.[1])).toEqual([
      "find_image",
      "freeze_jobs",
      "roll_out",
      "npm run smoke",
      "thaw_jobs",
    ]);
    for (const step of steps) expect(text).toContain(step.text);
    expect(text).toContain("`service`: `<service>`, `image`: `<image>`");
    expect(text).not.toMatch(/billing|90817|4471|UNVERIFIED/);
  }, 120_000);

  it("gives it to nobody under another platform, nor for another kind of task", async () => {
    const loop = await openLoop();
    await threeDeployments(loop);
    const elsewhere = await loop.recall(analytics, { environment: v2 });
    expect(elsewhere).toMatchObject({ hits: [], text: "", abstained: { reason: "vetoed" } });
    const other = await loop.recall("Translate the analytics report into French", { environment: v1 });
    expect(other.hits).toEqual([]);
  });

  it("counts neither a run that failed its check nor one that is told again", async () => {
    const loop = await openLoop();
    await deploy(loop, { run: 1, service: "billing" });
    await deploy(loop, { run: 1, service: "billing" });
    await deploy(loop, { run: 2, service: "billing", passes: false });
    await loop.process();
    await deploy(loop, { run: 3, service: "billing" });
    await loop.process();
    expect((await loop.skills.get(name)).status).toBe("candidate");
  });

  it("puts what a run did when the procedure failed it on trial, while the agents go on with the version that works", async () => {
    const first = await openLoop({ home });
    await threeDeployments(first);
    await first.close();
    // The model as it is from here on: another loop, on what the first one left in the folder.
    const { model, asked } = modelOf();
    const loop = await openLoop({ home, model, environmentPolicy: "warn" });
    const block = await fallenBack(loop);
    expect(block).toContain("roll_out");
    expect(block).not.toMatch(line);
    expect([asked("synthesize"), asked("patch"), asked("judge"), asked("security")]).toEqual([0, 0, 1, 1]);
    const skill = await loop.skills.get(name);
    expect(skill).toMatchObject({ status: "active", version: 1, trial: { version: 2 } });
    expect((await loop.recall(analytics, { environment: v1 })).text).not.toMatch(line);
  }, 120_000);

  it("shows it to agents once its re-run has passed", async () => {
    const loop = await openLoop({ environmentPolicy: "warn" });
    await threeDeployments(loop);
    await fallenBack(loop);
    let tried = "";
    const report = await loop.runPendingEvals(async ({ task, skillMd = "", skill, check = "" }) => {
      if (skill.version === 2) tried = skillMd;
      return { trace: { task, steps: [] }, exitCode: 0, check };
    });
    expect(report.failed).toBe(0);
    expect(tried).toMatch(line);
    expect(await loop.skills.get(name)).toMatchObject({ status: "active", version: 2 });
    expect(await loop.skills.get(name)).not.toHaveProperty("trial");
    const { text } = await loop.recall(analytics, { environment: v1 });
    expect(text).toMatch(line);
    expect(text).toContain("Call `roll_out` with `service`: `<service>`, `image`: `<image>`");
    expect(text).not.toMatch(/analytics|billing|90817/);
    // What it says by now is said again by nobody, nor made a procedure beside it.
    expect(await fallenBack(loop, 5)).toMatch(line);
    expect((await loop.skills.list()).map((skill) => [skill.name, skill.latest])).toEqual([[name, 2]]);
  });

  it("drops it when its re-run fails, and the version that works stays", async () => {
    const loop = await openLoop({ environmentPolicy: "warn" });
    await threeDeployments(loop);
    await fallenBack(loop);
    const report = await loop.runPendingEvals(async ({ task, skill, check = "" }) => ({
      trace: { task, steps: [] },
      exitCode: skill.version === 2 ? 1 : 0,
      check,
    }));
    expect(report).toMatchObject({ failed: 1 });
    const skill = await loop.skills.get(name);
    expect(skill).toMatchObject({ status: "active", version: 1 });
    expect(skill).not.toHaveProperty("trial");
    expect(skill.reasons.join()).toContain("version 2 failed its trial");
    expect((await loop.recall(analytics, { environment: v1 })).text).not.toMatch(line);
    await fallenBack(loop, 5);
    expect(await loop.skills.get(name)).toMatchObject({ version: 1, latest: 2 });
    expect(await loop.skills.get(name)).not.toHaveProperty("trial");
  });

  it("records no way around from a run that then failed its check, nor from one that was not given the procedure", async () => {
    const loop = await openLoop({ environmentPolicy: "strict" });
    await threeDeployments(loop);
    await fallenBack(loop);
    expect(await loop.skills.get(name)).not.toHaveProperty("trial");
    const rollOut = stageAndSwitch;
    await deploy(loop, { run: 5, service: "analytics", rollOut, passes: false });
    await loop.process();
    expect(await loop.skills.get(name)).not.toHaveProperty("trial");
  });
});
