import { Agent, type AgentConfig } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { InMemoryStore } from "@mastra/core/storage";
import { createTool } from "@mastra/core/tools";
import { SkillLoop, type SkillLoopError, type Store, type Trace } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";
import type { ScriptedReply, SeenRequest } from "@skillloop/core/testing/adapter-contract";
import { onTestFinished } from "vitest";
import { z } from "zod";
import type { SkillLoopOptions } from "../skill-loop-options.ts";
import { type SkillLoopParts, skillLoopParts } from "../skill-loop-parts.ts";
import { withSkillLoop } from "../with-skill-loop.ts";
import { scriptedModel } from "./scripted-model.ts";
import { noUpstream, scope } from "./taught-store.ts";

/** A loop for one test, and what is stored in it. */
export interface Memory {
  readonly loop: SkillLoop;
  readonly store: Store;
  readonly reported: readonly SkillLoopError[];
  traces(): Promise<readonly Trace[]>;
}

export async function openMemory(store: Store = memoryStore()): Promise<Memory> {
  const reported: SkillLoopError[] = [];
  const loop = await SkillLoop.open({
    store,
    scope,
    worker: "manual",
    // A busy machine must not decide whether a skill is found.
    recallBudgetMs: 5_000,
    onError: (error) => reported.push(error),
  });
  onTestFinished(() => loop.close());
  const before = new Set(
    (await store.listTraces({ scope, reach: "within" }, { limit: 100 })).map(({ id }) => id),
  );
  return {
    loop,
    store,
    reported,
    async traces() {
      const filter = { scope, reach: "within" } as const;
      const listed = await store.listTraces(filter, { limit: 100 });
      return store.getTraces(
        filter,
        listed.map(({ id }) => id).filter((id) => !before.has(id)),
      );
    },
  };
}

/** Runs git as far as these tests need it. */
export const bash = createTool({
  id: "bash",
  description: "Runs a shell command",
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => {
    if (command === "git push") throw new Error(noUpstream);
    return `ran ${command}`;
  },
});

/** Asks a person, and answers with what they say. */
export const ask = createTool({
  id: "ask",
  description: "Asks a person",
  inputSchema: z.object({ question: z.string() }),
  execute: async ({ question }, { agent }) => {
    if (agent?.resumeData !== undefined) return `They say: ${JSON.stringify(agent.resumeData)}`;
    await agent?.suspend({ question });
    return undefined;
  },
});

export type Script = (request: SeenRequest, index: number) => ScriptedReply;

/** Answers one after the other, whatever is asked. */
export const inTurn =
  (...replies: readonly ScriptedReply[]): Script =>
  (_request, index) =>
    replies[index] ?? { text: "The script has no more replies." };

export const call = (id: string, command: string): ScriptedReply => ({
  calls: [{ id, tool: "bash", input: { command } }],
});

export interface Stage {
  readonly agent: Agent;
  readonly requests: readonly SeenRequest[];
  readonly parts: SkillLoopParts | undefined;
}

/** An agent with a scripted model; with SkillLoop when options for it are given. */
export function stage(
  script: Script,
  skillLoop?: SkillLoopOptions | SkillLoopParts,
  config: Partial<AgentConfig> = {},
): Stage {
  const requests: SeenRequest[] = [];
  const model = scriptedModel((request) => {
    requests.push(request);
    return script(request, requests.length - 1);
  });
  const full: AgentConfig = {
    id: "agent",
    name: "agent",
    instructions: "You are a careful assistant.",
    tools: { bash },
    model,
    ...config,
  };
  const parts = skillLoop === undefined || "processor" in skillLoop ? skillLoop : skillLoopParts(skillLoop);
  const mastra = new Mastra({
    agents: { agent: new Agent(parts === undefined ? full : withSkillLoop(full, parts)) },
    storage: new InMemoryStore(),
    logger: false,
  });
  return { agent: mastra.getAgent("agent"), requests, parts };
}

/** Reads a stream to its end. */
export async function drained(output: Awaited<ReturnType<Agent["stream"]>>): Promise<readonly string[]> {
  const types: string[] = [];
  for await (const part of output.fullStream) types.push(part.type);
  return types;
}
