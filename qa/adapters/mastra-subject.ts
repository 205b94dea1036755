import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { createTool } from "@mastra/core/tools";
import { skillLoopParts, withSkillLoop } from "@skillloop/mastra";
import { z } from "zod";
import { aiSdkModel } from "./ai-sdk-model.ts";
import type { Subject } from "./bench-agent.ts";
import { runTool, TOOL } from "./script.ts";

type Config = ConstructorParameters<typeof Agent>[0];

const STEP_LIMIT = 100;

/** An agent of Mastra, its configuration merged with SkillLoop. */
export const mastraSubject: Subject = {
  name: "mastra",
  agent({ script, loop }) {
    const parts = loop && skillLoopParts({ loop });
    const config: Config = {
      id: "bench",
      name: "bench",
      instructions: "You are a careful assistant.",
      model: aiSdkModel(script, "v2") as Config["model"],
      tools: {
        [TOOL.name]: createTool({
          id: TOOL.name,
          description: TOOL.description,
          inputSchema: z.object({ command: z.string() }),
          execute: async (input) => runTool(input),
        }),
      },
    };
    const agent = new Mastra({
      agents: { bench: new Agent(parts ? withSkillLoop(config, parts) : config) },
      logger: false,
    }).getAgent("bench");
    return {
      async run(task, { signal } = {}) {
        const result = await agent.generate(task, {
          maxSteps: STEP_LIMIT,
          ...(signal && { abortSignal: signal }),
        });
        return result.text;
      },
      async firstChunk(task) {
        const start = performance.now();
        let first = Number.NaN;
        for await (const _ of (await agent.stream(task, { maxSteps: STEP_LIMIT })).textStream) {
          if (Number.isNaN(first)) first = performance.now() - start;
        }
        return first;
      },
      flush: async () => parts?.flush(),
      openRuns: () => parts?.openRuns() ?? 0,
    };
  },
};
