import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SkillLoopError } from "@skillloop/core/adapter";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { manualModel } from "./manual-model.ts";

const schema = z.object({ lessons: z.array(z.object({ cause: z.string() })) });
const request = { role: "reflect", system: "You reflect.", prompt: "The trace of hunter2", schema } as const;
const good = '{"lessons":[{"cause":"a"}]}';

async function failureOf(work: Promise<unknown>): Promise<SkillLoopError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!SkillLoopError.isInstance(error)) throw new Error("It did not fail with an error of ours.");
  return error;
}

describe("manualModel", () => {
  let directory: string;
  beforeEach(async () => {
    directory = join(await mkdtemp(join(tmpdir(), "skillloop-manual-")), "questions");
  });
  afterEach(() => rm(join(directory, ".."), { recursive: true, force: true }));

  /** Asks once, so that the question is there, and answers it. */
  async function answered(text: string) {
    const model = manualModel({ directory });
    await failureOf(model.generate(request));
    const [name = ""] = await readdir(directory);
    const answerFile = name.replace(".json", ".answer.json");
    await writeFile(join(directory, answerFile), text);
    return { model, answerFile };
  }

  it("writes the question, waits, and gives the answer when it is there, also to another process", async () => {
    const { model } = await answered(good);
    const result = { value: { lessons: [{ cause: "a" }] }, finish: "stop", calls: 1 };
    expect(await model.generate(request)).toMatchObject(result);
    expect(await manualModel({ directory }).generate(request)).toMatchObject(result);
    expect(await readdir(directory)).toHaveLength(2);
  });

  it("writes what is asked, what it is about and the shape of an answer, for the owner's eyes", async () => {
    const subject = { scope: { project: "billing" }, traceId: "t1" };
    const failure = await failureOf(manualModel({ directory }).generate({ ...request, subject }));
    expect(failure.code).toBe("MODEL_ANSWER_PENDING");
    const names = await readdir(directory);
    expect(names).toHaveLength(1);
    expect(names[0]).toMatch(/^[0-9a-f]{64}\.json$/);
    expect(failure.message).toContain(String(names[0]).replace(".json", ".answer.json"));
    const path = join(directory, names[0] ?? "");
    const written: unknown = JSON.parse(await readFile(path, "utf8"));
    expect(written).toMatchObject({
      role: "reflect",
      system: "You reflect.",
      prompt: request.prompt,
      subject,
    });
    expect(written).toHaveProperty("schema.properties.lessons");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it("asks one question once, whatever it is about, and another one in another file", async () => {
    const model = manualModel({ directory });
    const about = (traceId: string) => ({ ...request, subject: { scope: { project: "p" }, traceId } });
    await Promise.all([
      failureOf(model.generate(about("one"))),
      failureOf(model.generate(about("two"))),
      failureOf(model.generate(request)),
    ]);
    expect(await readdir(directory)).toHaveLength(1);
    await failureOf(model.generate({ ...request, role: "judge" }));
    await failureOf(model.generate({ ...request, schema: z.object({ other: z.string() }) }));
    expect(await readdir(directory)).toHaveLength(3);
  });

  it.each([
    ["null", "expected object, received null"],
    ["[]", "expected object, received array"],
    ['[{"lessons":[]}]', "expected object, received array"],
    ['"lessons"', "expected object, received string"],
    ['{"lessons":[{"cause":7}]}', "lessons.0.cause: Invalid input: expected string, received number"],
    ['{"lessons":[{}]}', "lessons.0.cause"],
    ["hunter2 is the cause", "no value of the shape"],
    ["", "The file is empty"],
  ])("names file and field of a bad answer, and waits on: %s", async (text, problem) => {
    const { model, answerFile } = await answered(text);
    const failure = await failureOf(model.generate(request));
    expect(failure.code).toBe("MODEL_ANSWER_PENDING");
    expect(failure.message).toContain(answerFile);
    expect(failure.message).toContain(problem);
    expect(failure.message).not.toContain("hunter2");
    await writeFile(join(directory, answerFile), good);
    expect((await model.generate(request)).value).toEqual({ lessons: [{ cause: "a" }] });
  });

  it("reads an answer that another agent wrote with a fence around it", async () => {
    const { model } = await answered(`Here:\n\`\`\`json\n${good}\n\`\`\`\n`);
    expect((await model.generate(request)).value).toEqual({ lessons: [{ cause: "a" }] });
  });

  it("takes a folder that cannot be used for an outage", async () => {
    await writeFile(directory, "a file");
    const failure = await failureOf(manualModel({ directory }).generate(request));
    expect(failure.code).toBe("MODEL_UNAVAILABLE");
    expect(failure.message).toContain("ENOTDIR");
  });

  it("asks nothing when it is aborted, and needs a directory", async () => {
    const signal = AbortSignal.abort(new Error("Enough"));
    const model = manualModel({ directory });
    await expect(model.generate({ ...request, signal })).rejects.toEqual(new Error("Enough"));
    await expect(readdir(directory)).rejects.toMatchObject({ code: "ENOENT" });
    expect(() => manualModel({ directory: "" })).toThrow(/no directory/);
  });
});
