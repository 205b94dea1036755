import type { Processor } from "@mastra/core/processors";
import { RequestContext } from "@mastra/core/request-context";
import { describe, expect, it } from "vitest";
import { skillLoopParts } from "./skill-loop-parts.ts";
import { bash, call, inTurn, openMemory, stage } from "./testing/stage.ts";
import { withSkillLoop } from "./with-skill-loop.ts";

const base = {
  id: "agent",
  name: "agent",
  instructions: "Be careful.",
  model: "openai/gpt-5",
  tools: { bash },
};

const hostInput = { id: "host-input", processInput: ({ messageList }) => messageList } satisfies Processor;
const hostOutput = {
  id: "host-output",
  processOutputResult: ({ messageList }) => messageList,
} satisfies Processor;

const idsOf = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? list.map(({ id }: { readonly id: string }) => id) : [];

const given = { requestContext: new RequestContext() };

describe("withSkillLoop", () => {
  it("appends its processor to the lists of the configuration and leaves them as they are", async () => {
    const { loop } = await openMemory();
    const config = Object.freeze({
      ...base,
      inputProcessors: Object.freeze([hostInput]) as unknown as Processor[],
      outputProcessors: Object.freeze([hostOutput]) as unknown as Processor[],
      hooks: Object.freeze({}),
    });
    const merged = withSkillLoop(config as never, { loop });
    expect(idsOf(merged.inputProcessors)).toEqual(["host-input", "skillloop"]);
    expect(idsOf(merged.outputProcessors)).toEqual(["host-output", "skillloop"]);
    expect(merged).toMatchObject(base);
    expect(idsOf(config.inputProcessors)).toEqual(["host-input"]);
  });

  it("adds nothing that changes how Mastra retries or when it starts tools", async () => {
    const { loop } = await openMemory();
    const merged = withSkillLoop(base, { loop });
    expect(Object.keys(merged).sort()).toEqual(
      [...Object.keys(base), "inputProcessors", "outputProcessors", "hooks"].sort(),
    );
    const methodsIn = (list: unknown): readonly string[] =>
      (list as readonly object[]).flatMap((processor) =>
        Object.entries(processor).flatMap(([name, value]) => (typeof value === "function" ? [name] : [])),
      );
    // An error processor sets a retry cap, one that sees steps delays tools, one that sees parts costs each part,
    // and one that sees results makes a workflow of the list it stands in.
    expect(methodsIn(merged.inputProcessors)).toEqual(["processLLMRequest"]);
    expect(methodsIn(merged.outputProcessors)).toEqual(["processOutputResult"]);
  });

  it("keeps lists that are functions of the request functions, and hands on what they are given", async () => {
    const { loop } = await openMemory();
    const seen: unknown[] = [];
    const merged = withSkillLoop(
      {
        ...base,
        inputProcessors: (request) => {
          seen.push(request);
          return [hostInput];
        },
        outputProcessors: async () => [hostOutput],
      },
      { loop },
    );
    const { inputProcessors, outputProcessors } = merged;
    if (typeof inputProcessors !== "function" || typeof outputProcessors !== "function") {
      throw new Error("The lists are no functions any more.");
    }
    expect(idsOf(inputProcessors(given))).toEqual(["host-input", "skillloop"]);
    expect(seen).toEqual([given]);
    expect(idsOf(await outputProcessors(given))).toEqual(["host-output", "skillloop"]);
  });

  it("lets a host's function fail as it does alone", async () => {
    const { loop } = await openMemory();
    const merged = withSkillLoop(
      {
        ...base,
        inputProcessors: () => {
          throw new Error("no such tenant");
        },
        outputProcessors: () => Promise.reject(new Error("no such tenant")),
      },
      { loop },
    );
    const { inputProcessors, outputProcessors } = merged;
    if (typeof inputProcessors !== "function" || typeof outputProcessors !== "function") {
      throw new Error("The lists are no functions any more.");
    }
    expect(() => inputProcessors(given)).toThrow("no such tenant");
    await expect(outputProcessors(given)).rejects.toThrow("no such tenant");
  });

  it("does nothing twice when it is applied twice, also to a copy", async () => {
    const { loop, traces } = await openMemory();
    const hostCalls: string[] = [];
    const hooks = { beforeToolCall: () => void hostCalls.push("before") };
    const once = withSkillLoop({ ...base, hooks }, { loop });
    const again = withSkillLoop({ ...withSkillLoop(once, { loop }) }, { loop });
    expect(idsOf(again.inputProcessors)).toEqual(["skillloop"]);
    expect(idsOf(again.outputProcessors)).toEqual(["skillloop"]);
    expect(again.hooks).toBe(once.hooks);
    const { model: _, ...config } = again;
    const { agent } = stage(inTurn(call("call_1", "ls"), { text: "Done." }), undefined, config);
    await agent.generate("List the files");
    await loop.flush();
    expect(hostCalls).toEqual(["before"]);
    const stored = (await traces()).map(({ steps }) => steps.filter(({ kind }) => kind === "tool").length);
    expect(stored).toEqual([1]);
  });

  it("does nothing twice when a host's function gives the processor itself", async () => {
    const { loop } = await openMemory();
    const parts = skillLoopParts({ loop });
    const merged = withSkillLoop({ ...base, inputProcessors: () => [parts.processor, hostInput] }, parts);
    const { inputProcessors } = merged;
    if (typeof inputProcessors !== "function") throw new Error("The list is no function any more.");
    expect(idsOf(inputProcessors(given))).toEqual(["skillloop", "host-input"]);
  });

  it("takes parts that are put together by hand", async () => {
    const { loop, traces } = await openMemory();
    const { processor, hooks, flush, openRuns } = skillLoopParts({ loop });
    const { agent } = stage(inTurn(call("call_1", "git push"), { text: "Done." }), undefined, {
      inputProcessors: [processor],
      outputProcessors: [processor],
      hooks,
    });
    await agent.generate("Push it");
    await flush();
    expect(openRuns()).toBe(0);
    const [trace] = await traces();
    expect(trace?.steps[0]).toMatchObject({ tool: "bash", callId: "call_1", outcome: "tool-error" });
  });
});
