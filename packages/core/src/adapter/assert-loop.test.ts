import { describe, expect, it } from "vitest";
import { memoryStore } from "../io/memory/memory-store.ts";
import { SkillLoop } from "../skill-loop.ts";
import { assertLoop } from "./assert-loop.ts";

const opened = () => SkillLoop.open({ store: memoryStore(), scope: { project: "p" }, worker: "manual" });

describe("assertLoop", () => {
  it("takes a loop and a view of one", async () => {
    const loop = await opened();
    assertLoop({ loop });
    assertLoop({ loop: loop.scoped({ user: "ann" }) });
    await loop.close();
  });

  it("says of a promise that it has to be waited for", async () => {
    const loop = opened();
    expect(() => assertLoop({ loop })).toThrow(/promise of a loop.*await SkillLoop\.open/s);
    await (await loop).close();
  });

  it("says what to give where there is none", async () => {
    const loop = await opened();
    for (const options of [undefined, null, {}, { loop: "memory" }, loop]) {
      expect(() => assertLoop(options)).toThrow(/given no loop.*\{ loop \}/s);
    }
    await loop.close();
  });
});
