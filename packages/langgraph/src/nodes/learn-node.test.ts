import { AIMessage } from "@langchain/core/messages";
import { memoryStore } from "@skillloop/core/testing";
import { describe, expect, it } from "vitest";
import { flushSkillLoop } from "../flush-skill-loop.ts";
import { emptyNotes, mergeSkillLoopNotes } from "../state/skill-loop-notes.ts";
import { answered, asking, call } from "../testing/office.ts";
import { pushTask, testLoop } from "../testing/taught-loop.ts";
import { learnNode } from "./learn-node.ts";
import { recallNode } from "./recall-node.ts";

/** A store whose library is read as slowly as it is told to. */
function slowStore() {
  const store = memoryStore();
  const pace = { waitMs: 0 };
  const slow = new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return async (...given: unknown[]) => {
        if (!/trace|job/i.test(String(name)))
          await new Promise((resolve) => setTimeout(resolve, pace.waitMs));
        return Reflect.apply(method, target, given);
      };
    },
  });
  return { store: slow, pace };
}

describe("learnNode", () => {
  it("tells which skills a run was shown that began in another process, however long recall takes", async () => {
    const { store, pace } = slowStore();
    const one = await testLoop("taught", { store });
    const messages = asking(pushTask, call("c1", "bash", { command: "git push --set-upstream origin x" }));
    const { skillloop } = await recallNode({ loop: one.loop })({ messages });
    const notes = mergeSkillLoopNotes(emptyNotes(), skillloop ?? { runId: "" });
    expect(notes.block).toContain("--set-upstream");
    const two = await one.again();
    pace.waitMs = 40;
    const done = [...messages, answered("c1", "ok"), new AIMessage("Pushed.")];
    await learnNode({ loop: two.loop })({ messages: done, skillloop: notes });
    await flushSkillLoop(two.loop);
    const shown = (await two.traces()).map((trace) => trace.shown.map(({ when }) => when));
    expect(shown).toEqual([["task"]]);
    await one.loop.close();
    await two.loop.close();
  });
});
