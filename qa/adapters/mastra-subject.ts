import { Agent } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import type { Processor } from "@mastra/core/processors";
import { createTool } from "@mastra/core/tools";
import { skillLoopParts, withSkillLoop } from "@skillloop/mastra";
import { z } from "zod";
import { aiSdkModel } from "./ai-sdk-model.ts";
import type { BenchAgent, Subject } from "./bench-agent.ts";
import { runTool, type Script, TOOL } from "./script.ts";

type Config = ConstructorParameters<typeof Agent>[0];

const STEP_LIMIT = 100;

const empty = {
  id: "empty",
  processLLMRequest: async () => undefined,
  processOutputResult: ({ messages }) => messages,
} satisfies Processor<"empty">;

/** An agent of Mastra, its configuration merged with SkillLoop. */
export const mastraSubject: Subject = {
  name: "mastra",
  hooked: (script) =>
    runAgent(
      {
        ...configOf(script),
        inputProcessors: [empty],
        outputProcessors: [empty],
        hooks: { beforeToolCall: () => undefined, afterToolCall: () => undefined },
      },
      { flush: async () => {}, openRuns: () => 0 },
    ),
  agent({ script, loop }) {
    const parts = loop && skillLoopParts({ loop });
    const config = configOf(script);
    return runAgent(parts ? withSkillLoop(config, parts) : config, {
      flush: async () => parts?.flush(),
      openRuns: () => parts?.openRuns() ?? 0,
    });
  },
};

function configOf(script: Script): Config {
  return {
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
}

function runAgent(config: Config, adapter: Pick<BenchAgent, "flush" | "openRuns">): BenchAgent {
  const agent = new Mastra({ agents: { bench: new Agent(config) }, logger: false }).getAgent("bench");
  return {
    ...adapter,
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
  };
}
