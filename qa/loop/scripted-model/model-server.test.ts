import { openAiModel } from "@skillloop/models";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { judgeAnswer } from "../../../packages/core/src/gate/judge/judge-answer.ts";
import { securityAnswer } from "../../../packages/core/src/gate/security/security-answer.ts";
import { procedureAnswerSchema } from "../../../packages/core/src/learn/procedure/procedure-answer.ts";
import { reflectAnswerSchema } from "../../../packages/core/src/learn/reflect/reflect-answer.ts";
import { skepticAnswerSchema } from "../../../packages/core/src/learn/skeptic/skeptic-answer.ts";
import { skillAnswerSchema } from "../../../packages/core/src/learn/synthesize/skill-answer.ts";
import { promptData } from "../../../packages/core/src/text/prompt-data.ts";
import { type Fault, faultFor, faults } from "./faults.ts";
import { known } from "./knowledge.ts";
import { modelServer } from "./model-server.ts";
import { sectionLines, stepsIn } from "./read-prompt.ts";

const seed = 7;
const run = (words: string): string =>
  promptData("run", `[call-1] turn 0, bash: failed (tool-error)\n  error:\n    ${words}`);

/** A prompt about a failed call at which the server does as asked. */
function promptWith(fault: Fault | undefined): string {
  const [first] = known;
  for (let padding = 0; ; padding += 1) {
    const prompt = `${"word ".repeat(padding)}\n${run(first?.sees.source ?? "")}`;
    if (faultFor(seed, "reflect", prompt) === fault) return prompt;
  }
}

async function ask(prompt: string) {
  await using server = await modelServer(seed);
  const model = openAiModel({ model: "scripted-1", baseURL: server.url, keys: "no-key-needed" });
  const request = { role: "reflect", system: "", prompt, schema: reflectAnswerSchema } as const;
  const { value, calls } = await model.generate(request);
  return { lessons: value.lessons, calls, use: server.takeUse() };
}

describe("the scripted model's server", () => {
  it("answers by the words of the run, with a quote that occurs", async () => {
    const { lessons, use } = await ask(promptWith(undefined));
    expect(lessons.map(({ rule }) => rule)).toEqual([known[0]?.rule]);
    expect(lessons[0]?.quotes).toEqual([{ callId: "call-1", text: known[0]?.sees.source }]);
    expect(use).toMatchObject({ answers: 1, reflectedTraces: 1 });
  });

  it("knows nothing of a run with other words", async () => {
    const { lessons } = await ask(run("fatal: something that nobody has heard of"));
    expect(lessons).toEqual([]);
  });

  it.each([
    ["429 in seconds", 1],
    ["429 with a date", 1],
    ["think block", 1],
    ["cut off", 2],
    ["broken JSON", 2],
  ] as const)("is understood through the real SDK at the fault %s, in %i answers", async (fault, calls) => {
    const asked = await ask(promptWith(fault));
    expect(asked.lessons).toHaveLength(1);
    expect(asked.calls).toBe(calls);
    expect(asked.use).toMatchObject({ answers: calls, reflectedTraces: 1, faults: { [fault]: 1 } });
  });

  it("words a procedure by its steps and its task, without the object of one run", async () => {
    await using server = await modelServer(seed);
    const model = openAiModel({ model: "scripted-1", baseURL: server.url, keys: "no-key-needed" });
    const steps = promptData(
      "steps",
      "1. Call `limit_set` with `service` <service>.\n2. Call `limit_apply`.",
    );
    const { value } = await model.generate({
      role: "synthesize",
      system: "",
      prompt: `${steps}\n\n${promptData("task", "Limit the service checkout-7 for good.")}`,
      schema: procedureAnswerSchema,
    });
    expect(value.subject).toBe("Limit the service for");
    expect(value.verification[0]).toContain("`limit_set`");
    expect(JSON.stringify(value)).not.toContain("checkout");
  });

  it("reviews a note in one answer: its claims by their runs, its security, and what an agent would do with it", async () => {
    await using server = await modelServer(seed);
    const model = openAiModel({ model: "scripted-1", baseURL: server.url, keys: "no-key-needed" });
    const [one, two] = known;
    const asked = [one, two].map((fact, at) => {
      const claim = promptData("claim", `cause: ${fact?.cause}`);
      return `Run ${at + 1}:\n${run(one?.sees.source ?? "")}\n\nClaim c${at + 1}, of this run:\n${claim}`;
    });
    const { value } = await model.generate({
      role: "judge",
      system: "",
      prompt: [
        ...asked,
        promptData(
          "note",
          "## Procedure\n\n- One.\n\n## Verification\n\n- Two.\n\n## Failure modes\n\n- Three.",
        ),
      ].join("\n\n"),
      schema: z.object({
        skeptic: skepticAnswerSchema(["c1", "c2"]),
        security: securityAnswer,
        judge: judgeAnswer,
      }),
    });
    const { c1, c2 } = value.skeptic.verdicts;
    expect([c1?.support, c2?.support]).toEqual(["direct", "none"]);
    expect(c1?.quotes).toEqual([{ callId: "call-1", text: one?.sees.source }]);
    expect(value.security).toEqual({ findings: [], safe: true });
    expect(value.judge.assertions.map(({ quote }) => quote)).toEqual(["Two.", "One.", "One.", "Three."]);
  });

  it("lies with a quote that does not occur", async () => {
    const prompt = promptWith("lie");
    const { lessons } = await ask(prompt);
    expect(prompt).not.toContain(lessons[0]?.quotes[0]?.text);
  });

  it("counts each first request about a run as a trace, and starts anew when it is asked", async () => {
    await using server = await modelServer(seed);
    const model = openAiModel({ model: "scripted-1", baseURL: server.url, keys: "no-key-needed" });
    const prompt = promptWith(undefined);
    const request = { role: "reflect", system: "", prompt, schema: reflectAnswerSchema } as const;
    await model.generate(request);
    await model.generate(request);
    expect(server.takeUse()).toMatchObject({ answers: 2, reflectedTraces: 2 });
    expect(server.takeUse()).toMatchObject({ answers: 0, reflectedTraces: 0 });
  });
});

describe("faultFor", () => {
  it("takes no account of ids, numbers, temporary folders and the order of words, and gives every fault to some text", () => {
    const texts = Array.from({ length: 400 }, (_, at) => `${"word ".repeat(at)} run`);
    expect(new Set(texts.map((text) => faultFor(seed, "reflect", text)))).toEqual(
      new Set([undefined, ...faults]),
    );
    for (const text of texts.slice(0, 40)) {
      const [one, other] = [
        `${text} 0f3a9c2e-11aa-4b1b-9d2e-77 at 17 in /tmp/skillloop-qa-loop-HLm4Kx/home: "ask", "run"`,
        `${text} 99aa41bc-88dd-4c2c-8e1f-12 at 41 in /tmp/skillloop-qa-loop-aYgbvx/home: "run", "ask"`,
      ];
      expect(faultFor(seed, "reflect", one)).toBe(faultFor(seed, "reflect", other));
    }
  });
});

describe("what the scripted model knows", () => {
  it("fits the shape of a skill, four registers of queries and all", () => {
    for (const { queries } of known) {
      expect(skillAnswerSchema.shape.queries.parse(queries)).toEqual(queries);
      for (const register of Object.values(queries)) expect(register).toHaveLength(3);
    }
  });

  it("reads steps and sections as they are printed", () => {
    expect(
      stepsIn(
        "[a#1] turn 0, bash: ok, exit code 0\n  output:\n    x\n[b] turn 1, get: failed (tool-error)\n",
      ),
    ).toMatchObject([
      { callId: "a#1", failed: false },
      { callId: "b", failed: true },
    ]);
    expect(sectionLines("## Procedure\n\n- one\n- two\n\n## Scope\n\n- three", "Procedure")).toEqual([
      "one",
      "two",
    ]);
  });
});
