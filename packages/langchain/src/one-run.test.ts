import { type AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import {
  Command,
  END,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  START,
  StateGraph,
} from "@langchain/langgraph";
import { ToolNode, toolsCondition } from "@langchain/langgraph/prebuilt";
import { createAgent, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SkillLoopCallbackHandler } from "./skill-loop-callback-handler.ts";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { craneTask, memory } from "./testing/memory.ts";
import { asked, crane, lift, pause, scriptedModel, stepsOf } from "./testing/scripted-agent.ts";

describe("one run in several parts", () => {
  it("goes on with the middleware while a sub-agent works in its thread on a task of its own", async () => {
    const { loop, traces } = await memory();
    const middleware = [skillLoopMiddleware({ loop })];
    const inner = scriptedModel(lift("call_1"), { text: "It is lifted." });
    const helper = createAgent({ model: inner.model, tools: [crane()], middleware });
    const delegate = tool(async () => (await helper.invoke(asked("Work the crane"))).messages.at(-1)?.text, {
      name: "delegate",
      description: "Lets another one do it",
      schema: z.object({}),
    });
    const outer = scriptedModel(
      { calls: [{ id: "call_1", tool: "delegate", input: {} }] },
      { text: "Done." },
    );
    await createAgent({
      model: outer.model,
      tools: [delegate],
      middleware,
      checkpointer: new MemorySaver(),
    }).invoke(asked("Unload the ship"), { configurable: { thread_id: "t" } });
    const found = (await traces()).map((trace) => [trace.task, trace.end, ...stepsOf(trace)]);
    expect(found.sort()).toEqual([
      ["Unload the ship", "completed", "call_1 ok: It is lifted."],
      ["Work the crane", "completed", "call_1 ok: Lifted."],
    ]);
  });

  it("stays one when a node is tried again after longer than a second", async () => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    const { model } = scriptedModel(lift("call_1"), { error: new Error("503") }, { text: "Done." });
    const retryPolicy = { retryOn: () => true, jitter: false, initialInterval: 1_200, logWarning: false };
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", async ({ messages }) => ({ messages: [await model.invoke(messages)] }), {
        retryPolicy,
      })
      .addNode("tools", new ToolNode([crane()]))
      .addEdge(START, "model")
      .addConditionalEdges("model", toolsCondition, { tools: "tools", [END]: END })
      .addEdge("tools", "model")
      .compile();
    const whole = graph.invoke(asked(), { callbacks: [handler] });
    await pause(700);
    // That of another request.
    await handler.flush();
    await whole;
    await handler.flush();
    const found = (await traces()).map((trace) => [trace.end, ...stepsOf(trace)]);
    expect(found).toEqual([["completed", "call_1 ok: Lifted."]]);
    expect(handler.size).toBe(0);
  });

  it("counts a call once that a handler meets first when its graph is resumed", async () => {
    const { loop, traces } = await memory();
    const { model } = scriptedModel(lift("call_1"), { text: "Done." });
    const agent = createAgent({
      model,
      tools: [crane(() => `Lifted: ${interrupt("Sure?")}`)],
      checkpointer: new MemorySaver(),
    });
    const configurable = { thread_id: "t" };
    await agent.invoke(asked(), { configurable });
    const handler = new SkillLoopCallbackHandler({ loop });
    await agent.invoke(new Command({ resume: "yes" }), { callbacks: [handler], configurable });
    await handler.flush();
    expect((await traces()).map((trace) => [trace.task, ...stepsOf(trace)])).toEqual([
      [craneTask, "call_1 ok: Lifted: yes"],
    ]);
  });

  it("is one when each call of a plain loop is given a handler of its own", async () => {
    const { loop, traces } = await memory();
    const config = () => ({ callbacks: [new SkillLoopCallbackHandler({ loop })] });
    const { model } = scriptedModel(lift("call_1"), lift("call_2", "kg"), { text: "Done." });
    const messages: BaseMessage[] = [new HumanMessage(craneTask)];
    for (let turn = 0; turn < 3; turn += 1) {
      const answer: AIMessage = await model.invoke(messages, config());
      messages.push(answer);
      for (const call of answer.tool_calls ?? []) {
        messages.push(await crane().invoke({ ...call, type: "tool_call" }, config()));
      }
    }
    expect((await traces()).map(stepsOf)).toEqual([["call_1 ok: Lifted.", "call_2 ok: Lifted."]]);
  });

  it("is one when a graph is interrupted under one handler and resumed under another", async () => {
    const { loop, traces } = await memory();
    const verified: string[] = [];
    const config = (name: string) => ({
      callbacks: [
        new SkillLoopCallbackHandler({
          loop,
          verify: () => {
            verified.push(name);
            return { check: name, passed: true };
          },
        }),
      ],
      configurable: { thread_id: "t" },
    });
    const { model } = scriptedModel(lift("call_1"), { text: "Done." });
    const agent = createAgent({
      model,
      tools: [crane(() => `Lifted: ${interrupt("Sure?")}`)],
      checkpointer: new MemorySaver(),
    });
    await agent.invoke(asked(), config("first"));
    await agent.invoke(new Command({ resume: "yes" }), config("second"));
    expect((await traces()).map(stepsOf)).toEqual([["call_1 ok: Lifted: yes"]]);
    expect(verified).toEqual(["first"]);
  });

  it("is one trace under two handlers of a loop", async () => {
    const { loop, traces } = await memory();
    const callbacks = [new SkillLoopCallbackHandler({ loop }), new SkillLoopCallbackHandler({ loop })];
    const { model } = scriptedModel(lift("call_1"), { text: "Done." });
    await createAgent({ model, tools: [crane()] }).invoke(asked(), { callbacks });
    expect((await traces()).map(stepsOf)).toEqual([["call_1 ok: Lifted."]]);
    expect(callbacks.map(({ size }) => size)).toEqual([0, 0]);
  });
});
