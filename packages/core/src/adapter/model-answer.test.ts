import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SkillLoopError } from "../errors.ts";
import { findModelAnswer, type ModelAnswer, readModelAnswer, systemWithSchema } from "./model-answer.ts";

const schema = z.object({ lessons: z.array(z.object({ text: z.string() })) });
const read = (text: string | null, reasoning?: string | null) => readModelAnswer({ text, reasoning }, schema);
const lessons = (...texts: readonly string[]) => ({ lessons: texts.map((text) => ({ text })) });
const json = (...texts: readonly string[]): string => JSON.stringify(lessons(...texts));

const refusal = (answer: ModelAnswer): SkillLoopError => {
  try {
    readModelAnswer(answer, schema);
  } catch (error) {
    if (SkillLoopError.isInstance(error)) return error;
  }
  throw new Error("It was not refused.");
};

describe("readModelAnswer", () => {
  it("PR1: reads the answer after a thought that holds a draft", () => {
    expect(read(`<think>maybe ${json("draft")}</think>${json()}`)).toEqual(lessons());
    expect(read(`<thinking>${json("draft")}</thinking>\nHere: ${json("real")}`)).toEqual(lessons("real"));
    expect(read(`[THINK]${json("draft")}[/THINK]${json("real")}`)).toEqual(lessons("real"));
  });

  it("PR1: keeps a text that speaks of thinking as it is", () => {
    const spoken = json("a <think>b</think>");
    expect(read(spoken)).toEqual(lessons("a <think>b</think>"));
    expect(read(`Here it is: ${spoken} Done.`)).toEqual(lessons("a <think>b</think>"));
    expect(read(`Here it is: ${json("an open <think> tag")}`)).toEqual(lessons("an open <think> tag"));
  });

  it("PR1: takes what stands before a closing tag without an opening one for a thought", () => {
    expect(read(`I would say ${json("draft")}</think>\n${json("real")}`)).toEqual(lessons("real"));
    expect(() => read(`${json("draft")} or so</think>I do not know.`)).toThrow(SkillLoopError);
  });

  it("PR1: takes no draft out of the middle of a thought that never ends", () => {
    expect(refusal({ text: `<think>maybe ${json("draft")}, but wait` }).code).toBe("MODEL_ANSWER_INVALID");
    expect(read(`<think>so it is ${json("real")}`)).toEqual(lessons("real"));
  });

  it("PR1: takes the last value that fits, and passes over those that do not", () => {
    const text = `First ${json("one")}, no: ${json("two")}. Cost: {"tokens": 3} {not json} [1]`;
    expect(read(text)).toEqual(lessons("two"));
  });

  it("finds a value inside braces that are no JSON", () => {
    expect(read(`{see: ${json("inner")}}`)).toEqual(lessons("inner"));
    expect(read(`{"a": "unclosed ${json("inner")}`)).toEqual(lessons("inner"));
  });

  it("AI15: reads through a code fence and trailing spaces", () => {
    expect(read(`\`\`\`json\n${json()}\n\`\`\`${" ".repeat(10)}`)).toEqual(lessons());
    expect(read(`\ufeff${json("x")}   \n`)).toEqual(lessons("x"));
  });

  it.each([null, undefined, "", "  \n"])("PR2: reads the reasoning channel when the text is %j", (text) => {
    expect(readModelAnswer({ text, reasoning: json() }, schema)).toEqual(lessons());
    expect(readModelAnswer({ text, reasoning: `So:\n\`\`\`\n${json("x")}\n\`\`\`` }, schema)).toEqual(
      lessons("x"),
    );
  });

  it("PR2: takes blanks in the reasoning channel for no reasoning", () => {
    expect(readModelAnswer({ text: `<think>so it is ${json("x")}`, reasoning: " \n" }, schema)).toEqual(
      lessons("x"),
    );
    expect(refusal({ text: null, reasoning: " \n" }).message).toContain("answered with nothing");
  });

  it("PR2: names what is missing, and never makes up an empty answer", () => {
    const silent = refusal({ text: null, reasoning: null });
    expect(silent.code).toBe("MODEL_ANSWER_INVALID");
    expect(silent.message).toContain("answered with nothing");
    expect(silent.remedy).toContain("output limit");
    expect(refusal({ text: "", reasoning: `maybe ${json()}, or not` }).message).toContain("never answered");
    expect(refusal({ text: "I cannot help.", reasoning: json() }).message).toContain("no value of the shape");
    expect(refusal({ text: '{"lessons": "none"}' }).code).toBe("MODEL_ANSWER_INVALID");
    expect(refusal({}).code).toBe("MODEL_ANSWER_INVALID");
  });

  it("says which field is wrong and what was expected, and repeats no text of the answer", () => {
    const wrong = refusal({ text: '{"lessons": [{"text": 7}, {"text": "hunter2"}], "hunter2": 1}' });
    expect(wrong.message).toContain("lessons.0.text: Invalid input: expected string, received number.");
    expect(refusal({ text: 'First {"a": 1}, then {"lessons": {}}' }).message).toContain("lessons: ");
    expect(refusal({ text: "", reasoning: 'So {"lessons": 1}' }).message).toContain("lessons: ");
    const strict = z.strictObject({ facts: z.record(z.string(), z.number()) });
    const keys = { ok: false, problem: expect.not.stringMatching("hunter2") };
    for (const text of ['{"facts": {}, "hunter2 hunter2": 1}', '{"facts": {"hunter2 is it": "x"}}'])
      expect(findModelAnswer({ text }, strict)).toEqual(keys);
    expect(wrong.message).not.toContain("hunter2");
  });

  it("gives back what the schema makes of the value", () => {
    const lenient = z.object({ count: z.coerce.number().default(1) });
    expect(readModelAnswer({ text: 'n: {"count": "7"}' }, lenient)).toEqual({ count: 7 });
    expect(readModelAnswer({ text: "[1, 2]" }, z.array(z.number()))).toEqual([1, 2]);
  });

  it("ends on a long text of braces", () => {
    expect(refusal({ text: "{".repeat(200_000) }).code).toBe("MODEL_ANSWER_INVALID");
    expect(refusal({ text: "{}[]".repeat(50_000) }).code).toBe("MODEL_ANSWER_INVALID");
  });
});

describe("readModelAnswer on a flood of values", () => {
  it("holds no more than the last of them against the shape", () => {
    let checks = 0;
    const counting = z.custom<object>(() => {
      checks += 1;
      return false;
    });
    expect(() => readModelAnswer({ text: "{} ".repeat(5_000) }, counting)).toThrow(SkillLoopError);
    expect(checks).toBeLessThan(110);
    const late = `${"{} ".repeat(5_000)}${json("real")} ${"{} ".repeat(50)}`;
    expect(read(late)).toEqual(lessons("real"));
  });
});

describe("systemWithSchema", () => {
  it("puts the shape of the answer behind the instructions", async () => {
    const text = await systemWithSchema("Be brief.", schema);
    expect(text.startsWith("Be brief.\n\n")).toBe(true);
    const shape: unknown = JSON.parse(text.slice(text.indexOf("{")));
    expect(shape).toMatchObject({ type: "object", required: ["lessons"] });
  });

  it("describes what the model writes, not what the schema makes of it", async () => {
    const changed = z.object({ at: z.string().transform((at) => new Date(at)), n: z.number().default(2) });
    const text = await systemWithSchema("", changed);
    expect(text.startsWith("Answer with one JSON value")).toBe(true);
    expect(JSON.parse(text.slice(text.indexOf("{")))).toMatchObject({
      properties: { at: { type: "string" } },
      required: ["at"],
    });
  });
});
