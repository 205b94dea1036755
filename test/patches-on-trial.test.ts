import { type LanguageModel, type Session, SkillLoop, type Store } from "@skillloop/core";
import { memoryStore, type RoleAnswers, roleLanguageModel } from "@skillloop/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { frankAnswers, frankTrace, verdictsOn } from "../packages/core/src/testing/learning/frank-answers.ts";

// A line that runs followed and that did them harm is taken out: on trial first, like any other change.

const open: SkillLoop[] = [];
afterEach(() => Promise.all(open.splice(0).map((loop) => loop.close())));

const scope = { project: "p" };
const topic = 1;
const harmful = "`basketctl declare basket`";
const task = "Publish object 7 with basketctl";

const graded = (aspect: string, quote: string) =>
  ({ aspect, quote, text: `It does so: ${quote}`, reason: "It is said.", grade: "pass" }) as const;

const added = "Leave the manifest to basketctl where it declares it by itself.";

/** A judge that finds in the text what there is: nothing of a mistake that is prevented by a line that is gone. */
const gradesOf = (prompt: string) => [
  graded("verification", "`basketctl status` names the basket manifest."),
  graded("no-harm", "Objects that basketctl publishes"),
  graded("behaviour", "Declare the basket manifest before the first publish"),
  graded("prevents-mistake", prompt.includes(added) ? added : "Declare it with"),
];

const locked = [{ callId: "2", text: "publishing is locked: a manifest was declared twice" }];

type Answer = NonNullable<RoleAnswers["patch"]>;

async function openWith(patch: Answer, more: RoleAnswers = {}) {
  const answers: RoleAnswers = {
    ...frankAnswers(),
    reflect: (request, call) =>
      call === 1 ? frankAnswers().reflect?.(request, call) : blaming(request.prompt),
    skeptic: (request, call) =>
      call === 1 ? frankAnswers().skeptic?.(request, call) : verdictsOn(request, locked),
    judge: ({ prompt }) => ({ assertions: gradesOf(prompt) }),
    patch,
    ...more,
  };
  const scripted = roleLanguageModel(answers);
  const model: LanguageModel = { ...scripted, idFor: (role) => role };
  const store = memoryStore();
  const loop = await SkillLoop.open({
    store,
    scope,
    worker: "manual",
    recallBudgetMs: 5_000,
    model,
  });
  open.push(loop);
  const asked = (role: string) => scripted.calls.filter((call) => call.role === role);
  return { loop, store, asked };
}

/** What a model says of a run that followed the page and failed: nothing before the third. */
function blaming(prompt: string): unknown {
  const run = /object (\d)/.exec(prompt)?.[1];
  if (run !== "3" && run !== "4") return { outcome: null, lessons: [] };
  const skill = "declare-the-basket-manifest";
  return {
    outcome: null,
    lessons: [
      {
        quotes: locked,
        cause:
          "The publish locks since basketctl declares its manifest by itself, so that it is declared twice.",
        decision: "It ran basketctl declare basket although the tool had declared its manifest.",
        rule: added,
        check: "basketctl status names one manifest.",
        triggers: ["publish is locked"],
        unknowns: [],
        workingCallId: null,
        blame: { skill, what: "wrong", bulletIds: [] },
        support: "direct",
        confidence: 0.9,
      },
    ],
  };
}

const call = (session: Session, callId: string, command: string, result: object) =>
  session.tool({ name: "bash", input: { command }, callId, ...result });

async function publish(loop: SkillLoop, run: number, follows: boolean): Promise<string> {
  return loop.run(
    task.replace("7", String(run)),
    async (session) => {
      const { text, hits } = await session.skills();
      for (const { name } of hits) session.used(name);
      const ok = { output: "done", exitCode: 0 };
      if (follows) {
        await call(session, "1", "basketctl declare basket", ok);
        const error = "basketctl: publishing is locked: a manifest was declared twice";
        await call(session, "2", `basketctl publish ${run}`, { error, exitCode: 3 });
      } else await call(session, "1", `basketctl publish ${run}`, ok);
      session.verifiedBy(!follows, { check: "npm test" });
      return text;
    },
    { runId: `use-${run}` },
  );
}

/** An active skill with a line that did three runs harm, and that two others did without. */
async function harmed(loop: SkillLoop): Promise<string> {
  await loop.learn(frankTrace(topic, 1));
  await loop.process();
  await rerun(loop, 0);
  for (const run of [8, 9]) await publish(loop, run, false);
  for (const run of [1, 2]) await publish(loop, run, true);
  await loop.process();
  const [skill] = await loop.skills.list();
  expect(skill).toMatchObject({ status: "active", version: 1 });
  await publish(loop, 3, true);
  await loop.process();
  return skill?.name ?? "";
}

const rerun = (loop: SkillLoop, exitCode: number) =>
  loop.runPendingEvals(async ({ task: again, check = "" }) => ({
    trace: { task: again, steps: [] },
    exitCode,
    check,
  }));

const lineId = (prompt: string): string => /(\S+) \(procedure[^)]*\) Declare it with/.exec(prompt)?.[1] ?? "";
const reason = "The tool declares its manifest by itself.";
const prune: Answer = ({ prompt }) => ({
  reason,
  operations: [{ op: "PRUNE", bulletId: lineId(prompt), reason: "It is declared twice." }],
});

const waitingClaims = async (store: Store): Promise<readonly string[]> =>
  (await store.listClaims({ scope, reach: "exact" }, { state: "waiting" })).map(({ traceId }) => traceId);

describe("a line that did harm", () => {
  it("is taken out in a version on trial, while the one that earned its place is given", async () => {
    const { loop, store } = await openWith(prune);
    const name = await harmed(loop);
    expect(await loop.skills.get(name)).toMatchObject({
      status: "active",
      version: 1,
      trial: { version: 2 },
    });
    expect((await loop.recall(task)).text).toContain(harmful);
    const [first, second] = await loop.skills.history(name);
    const texts = second?.version.content.bullets.map(({ text }) => text) ?? [];
    expect(texts).toEqual(
      first?.version.content.bullets.flatMap(({ text }) => (text.includes(harmful) ? [] : [text])),
    );
    expect(second?.evidence.map(({ kind, passed }) => [kind, passed])).toEqual([["origin", false]]);
    const events = await store.listEvents({ scope, reach: "exact" }, { subject: name, limit: 9 });
    expect(events.find(({ type }) => type === "patched")?.detail).toContain(reason);
  });

  it("is not given any more once the re-run without it has passed", async () => {
    const { loop } = await openWith(prune);
    const name = await harmed(loop);
    expect(await rerun(loop, 0)).toMatchObject({ passed: 1 });
    expect(await loop.skills.get(name)).toMatchObject({ status: "active", version: 2 });
    const { text } = await loop.recall(task);
    expect(text).toContain("Declare the basket manifest before");
    expect(text).not.toContain(harmful);
  });

  it("stays when the re-run without it fails, and is not tried without again", async () => {
    const { loop } = await openWith(prune);
    const name = await harmed(loop);
    expect(await rerun(loop, 1)).toMatchObject({ failed: 1 });
    await publish(loop, 4, true);
    await loop.process();
    const skill = await loop.skills.get(name);
    expect(skill).toMatchObject({ status: "active", version: 1 });
    expect(skill).not.toHaveProperty("trial");
    expect((await loop.recall(task)).text).toContain(harmful);
  });

  it("takes no claim of its run with it: no text says what that showed, and no error of it finds the skill", async () => {
    const { loop, store } = await openWith(prune);
    const name = await harmed(loop);
    expect(await waitingClaims(store)).toHaveLength(1);
    expect((await loop.skills.history(name)).at(-1)?.version.content.keys.symptoms.join()).not.toContain(
      "locked",
    );
    const both = await openWith(({ prompt }) => ({
      reason,
      operations: [
        { op: "PRUNE", bulletId: lineId(prompt), reason: "It is declared twice." },
        {
          op: "ADD",
          section: "procedure",
          text: added,
        },
      ],
    }));
    await harmed(both.loop);
    expect(await waitingClaims(both.store)).toEqual([]);
  });

  it("stays where outcomes do not speak against it, whatever a model says", async () => {
    const { loop, asked } = await openWith(({ prompt }) => ({
      reason,
      operations: [{ op: "PRUNE", bulletId: /(\S+) \(scope/.exec(prompt)?.[1] ?? "", reason: "I think so." }],
    }));
    const name = await harmed(loop);
    expect(asked("patch")).toHaveLength(1);
    expect(await loop.skills.get(name)).toMatchObject({ status: "active", version: 1, latest: 1 });
  });
});
