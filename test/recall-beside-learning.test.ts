import { type LanguageModel, type LoopOptions, SkillLoop } from "@skillloop/core";
import { memoryStore, type RoleAnswers, roleLanguageModel } from "@skillloop/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { skillLoopMiddleware } from "../packages/ai-sdk/src/skill-loop-middleware.ts";
import { frankAnswers, frankTrace } from "../packages/core/src/testing/learning/frank-answers.ts";

// A model that learns changes nothing for whoever only asks: what it has not proved stays out of every request.

const open: SkillLoop[] = [];
afterEach(() => Promise.all(open.splice(0).map((loop) => loop.close())));

/** A loop over a store whose writes are told, with a model in which each role is asked for itself. */
async function openWatched(answers: RoleAnswers, options: LoopOptions = {}) {
  const writes: string[] = [];
  const store = new Proxy(memoryStore(), {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== "function") return member;
      if (
        /^(?:add|write|commit|bump|replace|remove|delete|use|record|claim|renew|requeue)/.test(String(name))
      )
        writes.push(String(name));
      return member.bind(target);
    },
  });
  const scripted = roleLanguageModel({ ...frankAnswers(), ...answers });
  const model: LanguageModel = { ...scripted, idFor: (role) => role };
  const loop = await SkillLoop.open({
    store,
    scope: { project: "p" },
    worker: "manual",
    recallBudgetMs: 5_000,
    model,
    ...options,
  });
  open.push(loop);
  return { loop, writes, calls: scripted.calls };
}

const sure = 1;
const unsure = 2;
const { reflect: surely } = frankAnswers();
const { reflect: hardly } = frankAnswers({ support: "inferred", confidence: 0.7 });

/** One lesson that its judge holds, and one that waits for another run. */
async function unproven() {
  const world = await openWatched({
    reflect: (request, at) => (request.prompt.includes("basketctl") ? surely : hardly)?.(request, at),
    judge: () => ({}),
  });
  await world.loop.learn(frankTrace(sure, 1));
  await world.loop.learn(frankTrace(unsure, 1));
  expect(await world.loop.process()).toMatchObject({ learned: 0, rejected: 1, waiting: 1, errored: 0 });
  expect((await world.loop.skills.list()).map(({ status }) => status)).toEqual(["quarantined"]);
  return world;
}

const { task: taught = "" } = frankTrace(sure, 2);
const error = "basketctl: fatal: no basket manifest was declared for this publish";
const requestOf = (text: string) => ({ prompt: [{ role: "user", content: [{ type: "text", text }] }] });
const failedCall = { name: "bash", input: { command: "basketctl publish 2" }, error, exitCode: 2 };

describe("recall beside a model that learns", () => {
  it("ME4: gives back the host's own request while all that was learned waits or is held", async () => {
    const { loop } = await unproven();
    const params = requestOf(taught);
    const before = JSON.stringify(params);
    expect(await skillLoopMiddleware({ loop }).transformParams({ params })).toBe(params);
    expect(JSON.stringify(params)).toBe(before);
    const hint = await loop.run(taught, async (session) => {
      expect((await session.skills()).text).toBe("");
      return session.tool(failedCall);
    });
    expect(hint.text).toBe("");
  });

  it("ME4: puts a lesson into the request of the same error once it is let through, so that the case above has something to keep out", async () => {
    const { loop } = await openWatched({
      judge: (request, at) => {
        const both = frankAnswers().judge?.(request, at) as { readonly judge: unknown };
        return both.judge;
      },
    });
    await loop.learn(frankTrace(sure, 1));
    expect(await loop.process()).toMatchObject({ learned: 1 });
    const hint = await loop.run(taught, (session) => session.tool(failedCall));
    expect(hint.text).toContain("basketctl");
  });

  it("ME7: writes nothing and asks no model, however it is asked, and nothing is learned of it", async () => {
    const { loop, writes, calls } = await unproven();
    const asked = calls.length;
    const skills = await loop.skills.list();
    writes.length = 0;
    await loop.recall(taught);
    await loop.recallForError(error, { task: taught });
    await loop.run(taught, (session) => session.skills());
    await loop.run(taught, (session) => session.tool(failedCall), { learn: false });
    const middleware = skillLoopMiddleware({ loop, record: false });
    await middleware.transformParams({ params: requestOf(taught) });
    await middleware.flush({ endOpen: true });
    await loop.flush();
    expect(writes).toEqual([]);
    expect(await loop.process()).toMatchObject({ waiting: 0, traces: [] });
    expect(calls).toHaveLength(asked);
    expect(await loop.skills.list()).toEqual(skills);
  });
});
