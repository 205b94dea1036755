import {
  type LanguageModel,
  type LoopOptions,
  SkillLoop,
  SkillLoopError,
  type SkillVersion,
  type Store,
} from "@skillloop/core";
import { memoryStore, type RoleAnswers, roleLanguageModel } from "@skillloop/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { frankAnswers, frankTrace } from "../packages/core/src/testing/learning/frank-answers.ts";

// What many lessons have in common is asked for once in a while; an outage may fall on that very question.

const open: SkillLoop[] = [];
afterEach(() => Promise.all(open.splice(0).map((loop) => loop.close())));

const name = "principle-look-before-you-publish";

const principle = (prompt: string) => ({
  title: "Look before you publish",
  support: [...prompt.matchAll(/Rule: (.*)/g)]
    .slice(0, 3)
    .map(([, quote], index) => ({ claim: `c${index + 1}`, quote })),
  description: "Before a new tool is used, find out what a tool needs to be set up first.",
  preconditions: ["A tool is used for the first time."],
  procedure: ["Ask the tool what it needs before its first use."],
  verification: ["the command `status` exits with status 0 and names no thing that lacks."],
  failureModes: ["The tool does not tell what it needs."],
  scope: ["Not for tools that were used before."],
  queries: ["Find out what must be set up before a new tool is used"],
});

const grades = {
  verification: "the command `status`",
  "prevents-mistake": "Ask the tool what it needs",
  "no-harm": "Not for tools that were used before",
  behaviour: "The tool does not tell what it needs",
};

function judged(request: Parameters<NonNullable<RoleAnswers["judge"]>>[0], call: number): unknown {
  const both = frankAnswers().judge?.(request, call) as { readonly judge: unknown } | undefined;
  if (!request.prompt.includes("what a tool needs")) return both?.judge;
  return {
    assertions: Object.entries(grades).map(([aspect, quote]) => ({
      ...{ aspect, quote, text: "It does so.", reason: "It is said.", grade: "pass" },
    })),
  };
}

type Principles = NonNullable<RoleAnswers["principles"]>;
const answered: Principles = ({ prompt }) => ({ principles: [principle(prompt)] });
const away = (code: "MODEL_UNAVAILABLE" | "MODEL_ANSWER_PENDING" | "MODEL_ANSWER_INVALID") =>
  new SkillLoopError({ code, message: "Nobody answers.", remedy: "Wait." });

/** A loop that is to draw principles, and its prompts for them. */
async function openOn(store: Store, principles: Principles = answered, onError?: LoopOptions["onError"]) {
  const scripted = roleLanguageModel({ ...frankAnswers(), judge: judged, principles });
  const model: LanguageModel = { ...scripted, idFor: (role) => role };
  const scope = { project: "p" };
  const told = onError === undefined ? {} : { onError };
  const loop = await SkillLoop.open({ store, scope, worker: "manual", model, principles: true, ...told });
  open.push(loop);
  const teach = async (...topics: readonly number[]) => {
    for (const topic of topics) await loop.learn(frankTrace(topic, 1));
    return loop.process();
  };
  const names = async () => (await loop.skills.list()).map((skill) => skill.name);
  const asked = () => scripted.calls.filter(({ role }) => role === "principles").map(({ prompt }) => prompt);
  return { loop, teach, names, asked };
}

describe("principles that an outage kept from being asked for", () => {
  it("come with the next run that a model looks at, and not five lessons later", async () => {
    let isAway = true;
    const { teach, names, asked } = await openOn(memoryStore(), (request, call) =>
      isAway ? away("MODEL_UNAVAILABLE") : answered(request, call),
    );
    const paused = { code: "MODEL_UNAVAILABLE" };
    expect(await teach(1, 2, 3, 4, 5)).toMatchObject({ learned: 5, errored: 0, paused });
    expect(await names()).not.toContain(name);
    isAway = false;
    expect(await teach(6)).toMatchObject({ learned: 1 });
    expect(await names()).toContain(name);
    expect(asked()).toHaveLength(2);
  });

  it("come in another process, and are not asked for again once there was an answer", async () => {
    const store = memoryStore();
    const first = await openOn(store, () => away("MODEL_UNAVAILABLE"));
    await first.teach(1, 2, 3, 4, 5);
    await first.loop.close();
    const second = await openOn(store);
    await second.teach(6);
    expect(await second.names()).toContain(name);
    const third = await openOn(store);
    await third.teach(7, 8, 9);
    expect(third.asked()).toEqual([]);
    await third.teach(10);
    expect(third.asked()).toHaveLength(1);
  });

  it("are asked for in the same words while a person has yet to answer", async () => {
    let isAway = true;
    const { teach, names, asked } = await openOn(memoryStore(), (request, call) =>
      isAway ? away("MODEL_ANSWER_PENDING") : answered(request, call),
    );
    await teach(1, 2, 3, 4, 5);
    await teach(6);
    isAway = false;
    await teach(7);
    expect(asked()).toHaveLength(3);
    expect(new Set(asked()).size).toBe(1);
    expect(await names()).toContain(name);
  });

  it("are given up until five more lessons where the answer is no use", async () => {
    const { teach, asked } = await openOn(memoryStore(), () => away("MODEL_ANSWER_INVALID"));
    expect(await teach(1, 2, 3, 4, 5)).toMatchObject({ learned: 5, errored: 0 });
    await teach(6, 7);
    expect(asked()).toHaveLength(1);
  });

  it("are given up likewise where a fault of ours comes between, and cost no run an attempt", async () => {
    const errors: unknown[] = [];
    const broken = new Proxy(memoryStore(), {
      get(target, member) {
        if (member !== "addVersions") return Reflect.get(target, member);
        return async (versions: readonly SkillVersion[]): Promise<void> => {
          if (versions.some(({ content }) => content.name === name)) throw new RangeError("It cannot be.");
          await target.addVersions(versions);
        };
      },
    });
    const { teach, names, asked } = await openOn(broken, answered, (error) => errors.push(error));
    expect(await teach(1, 2, 3, 4, 5)).toMatchObject({ learned: 5, errored: 0 });
    expect(errors).toHaveLength(1);
    await teach(6, 7);
    expect(asked()).toHaveLength(1);
    expect(await names()).not.toContain(name);
  });
});
