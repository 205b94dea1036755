import { skillLoopMiddleware } from "@skillloop/ai-sdk";
import { z } from "zod";
import { aiSdkModel } from "./ai-sdk-model.ts";
import type { AgentSetup, BenchAgent, Subject } from "./bench-agent.ts";
import { runTool, TOOL } from "./script.ts";

/** The functions of `ai` that 5, 6 and 7 share, as this benchmark calls them. */
interface AiSdk {
  generateText(options: object): PromiseLike<{ readonly text: string }>;
  streamText(options: object): { readonly textStream: AsyncIterable<string> };
  wrapLanguageModel(options: object): unknown;
  stepCountIs(steps: number): unknown;
  tool(definition: object): unknown;
}

const STEP_LIMIT = 100;

/** One major of the AI SDK with its model wrapped. */
export function aiSdkSubject(name: string, library: object, specificationVersion: string): Subject {
  const ai = library as AiSdk;
  return {
    name,
    agent({ script, loop }: AgentSetup): BenchAgent {
      const bare = aiSdkModel(script, specificationVersion);
      const middleware = loop && skillLoopMiddleware({ loop });
      const model = middleware ? ai.wrapLanguageModel({ model: bare, middleware }) : bare;
      const tools = {
        [TOOL.name]: ai.tool({
          description: TOOL.description,
          inputSchema: z.object({ command: z.string() }),
          execute: async (input: { command: string }) => runTool(input),
        }),
      };
      const options = (prompt: string) => ({
        model,
        tools,
        prompt,
        maxRetries: 0,
        stopWhen: ai.stepCountIs(STEP_LIMIT),
      });
      return {
        async run(task, { signal } = {}) {
          const result = await ai.generateText({ ...options(task), ...(signal && { abortSignal: signal }) });
          return result.text;
        },
        async firstChunk(task) {
          const start = performance.now();
          let first = Number.NaN;
          for await (const _ of ai.streamText(options(task)).textStream) {
            if (Number.isNaN(first)) first = performance.now() - start;
          }
          return first;
        },
        flush: async () => middleware?.flush(),
        openRuns: () => middleware?.openRuns ?? 0,
      };
    },
  };
}
