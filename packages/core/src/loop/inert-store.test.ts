import { describe, expect, it } from "vitest";
import { SkillLoopError } from "../errors.ts";
import { assertProcessor } from "../io/processor.ts";
import { SkillLoop } from "../skill-loop.ts";
import { inertStore } from "./inert-store.ts";

function missingProcessor(): SkillLoopError {
  try {
    assertProcessor({ platform: "linux", architecture: "x64", cpuFlags: new Set(["sse4_2"]) });
  } catch (error) {
    if (SkillLoopError.isInstance(error)) return error;
  }
  throw new Error("A processor without AVX2 was let through.");
}

describe("a loop on a machine that cannot run the store", () => {
  it("leaves the host's agent alone, tells onError why, and shows it to a person who asks", async () => {
    const told: string[] = [];
    const store = inertStore(missingProcessor());
    const loop = await SkillLoop.open({ store, worker: "manual", onError: ({ code }) => told.push(code) });
    const answer = await loop.run("push the branch", async (session) => {
      const { text } = await session.skills();
      const hint = await session.tool({ name: "bash", input: {}, error: "fatal: no upstream branch" });
      return `${text}${hint.text}done`;
    });
    expect(answer).toBe("done");
    expect(new Set(told)).toEqual(new Set(["UNSUPPORTED_PROCESSOR"]));
    await expect(loop.process()).rejects.toMatchObject({ code: "UNSUPPORTED_PROCESSOR" });
    await expect(loop.skills.list()).rejects.toMatchObject({ code: "UNSUPPORTED_PROCESSOR" });
    await loop.close();
  });

  it("can be awaited like any other value", async () => {
    const store = inertStore(missingProcessor());
    expect(await Promise.resolve(store)).toBe(store);
  });
});
