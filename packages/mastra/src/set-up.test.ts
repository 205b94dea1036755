import { Agent } from "@mastra/core/agent";
import { SkillLoop } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";
import { describe, expect, it } from "vitest";
import { skillLoopParts } from "./skill-loop-parts.ts";
import { withSkillLoop } from "./with-skill-loop.ts";

const opened = () => SkillLoop.open({ store: memoryStore(), scope: { project: "p" }, worker: "manual" });

const config = { id: "agent", name: "agent", instructions: "Help.", model: "openai/gpt-5" } as const;

describe("setting up", () => {
  it.each([
    ["a configuration", (options: never) => withSkillLoop(config, options)],
    ["the parts", (options: never) => skillLoopParts(options)],
  ])("tells a host at once that %s has no open loop", async (_title, make) => {
    const loop = opened();
    expect(() => make({ loop } as never)).toThrow("promise of a loop");
    expect(() => make({} as never)).toThrow("given no loop");
    await (await loop).close();
  });

  it("tells a host that it takes the agent's configuration, not the agent", async () => {
    const loop = await opened();
    expect(() => withSkillLoop(new Agent(config) as never, { loop })).toThrow(/given an agent.*new Agent\(/s);
    await loop.close();
  });
});
