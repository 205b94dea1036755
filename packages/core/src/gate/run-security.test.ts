import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../errors.ts";
import { sampleContent } from "../testing/library-samples.ts";
import { roleLanguageModel } from "../testing/role-language-model.ts";
import { scriptedLanguageModel } from "../testing/scripted-language-model.ts";
import { judgeSecurity } from "./run-security.ts";

const content = sampleContent();
const scope = { project: "billing", user: "a" };
const input = { content, scope, traceId: "trace-1" };
const error = (code: "MODEL_ANSWER_INVALID" | "MODEL_QUOTA") =>
  new SkillLoopError({ code, message: "It went wrong.", remedy: "Ask again." });

describe("judgeSecurity", () => {
  it("asks about a repair that no model wrote, once and as security", async () => {
    const model = scriptedLanguageModel([{ role: "security", answer: { safe: true, findings: [] } }]);
    expect(await judgeSecurity({ model }, input)).toEqual({ decision: "allow", reasons: [] });
    expect(model.calls[0]?.subject).toEqual({ scope, traceId: "trace-1", skill: content.name });
  });

  it("holds what was not cleared and what got no usable answer, and rejects nothing", async () => {
    const finding = { what: "It leaks.", quote: "", severity: "medium" };
    const verdicts = await Promise.all(
      [{ safe: true, findings: [finding] }, error("MODEL_ANSWER_INVALID")].map((answer) =>
        judgeSecurity({ model: scriptedLanguageModel([{ role: "security", answer }]) }, input),
      ),
    );
    expect(verdicts.map(({ decision, reasons }) => [decision, reasons[0]?.code])).toEqual([
      ["hold", "security-not-cleared"],
      ["hold", "security-no-answer"],
    ]);
  });

  it("lets an outage through", async () => {
    const model = scriptedLanguageModel([{ role: "security", answer: error("MODEL_QUOTA") }]);
    await expect(judgeSecurity({ model }, input)).rejects.toMatchObject({ code: "MODEL_QUOTA" });
  });

  it("holds a text that is too long to be shown whole, without a call", async () => {
    const model = roleLanguageModel({});
    const long = sampleContent({ description: "plain words ".repeat(3_000) });
    const verdict = await judgeSecurity({ model }, { ...input, content: long });
    expect(verdict.reasons.map(({ code }) => code)).toEqual(["security-too-long"]);
    expect(model.calls).toEqual([]);
  });
});
