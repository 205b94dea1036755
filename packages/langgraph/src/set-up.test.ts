import { StateGraph } from "@langchain/langgraph";
import { SkillLoop } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";
import { describe, expect, it } from "vitest";
import { withSkillLoop } from "./graph/with-skill-loop.ts";
import { learnNode } from "./nodes/learn-node.ts";
import { recallNode } from "./nodes/recall-node.ts";
import { SkillLoopToolNode } from "./nodes/skill-loop-tool-node.ts";
import { SkillLoopAnnotation } from "./state/skill-loop-annotation.ts";
import { SkillLoopStore } from "./store/skill-loop-store.ts";

const opened = () => SkillLoop.open({ store: memoryStore(), scope: { project: "p" }, worker: "manual" });

describe("setting up", () => {
  it.each([
    ["a wrapped graph", (options: never) => withSkillLoop({ withConfig: () => ({}) }, options)],
    ["the recall node", (options: never) => recallNode(options)],
    ["the learn node", (options: never) => learnNode(options)],
    ["the tool node", (options: never) => new SkillLoopToolNode([], options)],
    ["the store", (options: never) => new SkillLoopStore(options)],
  ])("tells a host at once that %s has no open loop", async (_title, make) => {
    const loop = opened();
    expect(() => make({ loop } as never)).toThrow("promise of a loop");
    expect(() => make({} as never)).toThrow("given no loop");
    await (await loop).close();
  });

  it("tells a host that its graph has to be compiled first", async () => {
    const loop = await opened();
    const builder = new StateGraph(SkillLoopAnnotation);
    expect(() => withSkillLoop(builder as never, { loop })).toThrow(/compiled graph.*compile\(\)/s);
    await loop.close();
  });
});
