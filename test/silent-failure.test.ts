import { type Embedder, type LanguageModel, type LoopOptions, SkillLoop } from "@skillloop/core";
import { memoryStore, type RoleAnswers, roleLanguageModel } from "@skillloop/core/testing";
import { afterEach, describe, expect, it } from "vitest";
import { frankAnswers, verdictsOn } from "../packages/core/src/testing/learning/frank-answers.ts";

// Every call went well and the check failed: nothing but a model says which of the calls was the mistake.

const open: SkillLoop[] = [];
afterEach(() => Promise.all(open.splice(0).map((loop) => loop.close())));

const words = {
  published: "nothing was staged, so 0 objects were published",
  signed: "the archive was written without its signature",
};
type Topic = keyof typeof words;

const lessonOf = (topic: Topic) => ({
  quotes: [{ callId: "1", text: words[topic] }],
  cause: `basketctl said ${words[topic]}, and it ends well all the same.`,
  ...(topic === "signed"
    ? { decision: "It left the archive to basketctl and looked for no seal.", rule: "Seal it by itself." }
    : {
        decision: "It ran basketctl publish as its only step.",
        rule: "Stage the objects before they go out.",
      }),
  check: "basketctl status names the objects.",
  triggers: ["publish with basketctl"],
  unknowns: [],
  workingCallId: null,
  blame: null,
  support: "direct",
  confidence: 1,
});

/** A model that is sure of all it says, and agrees with itself. */
const sure: RoleAnswers = {
  ...frankAnswers(),
  reflect: ({ prompt }) => ({
    outcome: null,
    lessons: [lessonOf(prompt.includes(words.signed) ? "signed" : "published")],
  }),
  skeptic: (request) =>
    verdictsOn(request, lessonOf(request.prompt.includes(words.signed) ? "signed" : "published").quotes),
  judge: (request, call) => {
    const both = frankAnswers().judge?.(request, call) as { readonly judge: unknown } | undefined;
    return both?.judge;
  },
};

/** Texts with the same words are near one another. */
const byWords: Embedder = {
  id: "words",
  dimension: 64,
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(64);
      for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? []) {
        const place = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 64, 7);
        vector[place] = (vector[place] ?? 0) + 1;
      }
      const length = Math.hypot(...vector) || 1;
      return vector.map((value) => value / length);
    }),
};

async function openWith(options: LoopOptions = {}) {
  const scripted = roleLanguageModel(sure);
  const model: LanguageModel = { ...scripted, idFor: (role) => role };
  const scope = { project: "p" };
  const loop = await SkillLoop.open({ store: memoryStore(), scope, worker: "manual", model, ...options });
  open.push(loop);
  return loop;
}

function run(loop: SkillLoop, number: number, topic: Topic = "published", how: object = { exitCode: 0 }) {
  const failed = "error" in how;
  return loop.learn({
    runId: `run-${number}`,
    task: `Publish object ${number} with basketctl`,
    signals: [{ source: "test", outcome: "failure", check: "npm test" }],
    steps: [
      {
        kind: "tool",
        tool: "bash",
        callId: "1",
        turn: 0,
        input: { command: `basketctl publish ${number}` },
        outcome: failed ? "tool-error" : "ok",
        ...(!failed && { output: `basketctl: ${words[topic]}` }),
        ...how,
      },
    ],
  });
}

describe("a failure that no call tells of", () => {
  it("teaches nothing by one run alone, however sure a model is of itself", async () => {
    const loop = await openWith({ embedder: byWords });
    const { traceId } = await run(loop, 1);
    expect(await loop.process()).toMatchObject({ learned: 0, waiting: 1 });
    expect((await loop.trace(traceId)).fate.reason).toContain("waits for another run that says the same");
    expect(await loop.skills.list()).toEqual([]);
  });

  it("teaches by one run where a call failed with the very same words", async () => {
    const loop = await openWith({ embedder: byWords });
    await run(loop, 1, "published", { error: `basketctl: ${words.published}`, exitCode: 1 });
    expect(await loop.process()).toMatchObject({ learned: 1, waiting: 0 });
  });

  it("teaches when a second run means the same, and its re-run has to pass the check that failed", async () => {
    const loop = await openWith({ embedder: byWords });
    await run(loop, 1);
    await run(loop, 2);
    expect(await loop.process()).toMatchObject({ learned: 1, waiting: 1 });
    const [skill] = await loop.skills.list();
    expect(skill).toMatchObject({ status: "candidate", served: { rerun: { check: "npm test" } } });
    expect((await loop.skills.get(skill?.name ?? "")).traceIds).toHaveLength(2);
  });

  it("goes on waiting where the second run means another thing, or nobody can tell what it means", async () => {
    const other = await openWith({ embedder: byWords });
    await run(other, 1);
    await run(other, 2, "signed");
    expect(await other.process()).toMatchObject({ learned: 0, waiting: 2 });
    const wordless = await openWith();
    await run(wordless, 1);
    await run(wordless, 2);
    expect(await wordless.process()).toMatchObject({ learned: 0, waiting: 2 });
  });
});
