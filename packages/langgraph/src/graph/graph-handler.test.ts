import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import type { BaseMessage } from "@langchain/core/messages";
import { MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { SkillLoop } from "@skillloop/core";
import { memoryStore } from "@skillloop/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { flushSkillLoop, openRuns } from "../flush-skill-loop.ts";
import { asked, bash, call, calls, modelSaying } from "../testing/office.ts";
import { plainGraph } from "../testing/scripted-graph.ts";
import { pushTask, type TestLoop, testLoop } from "../testing/taught-loop.ts";
import { GraphHandler } from "./graph-handler.ts";
import { isRecorded } from "./is-recorded.ts";
import { withSkillLoop } from "./with-skill-loop.ts";

let world: TestLoop;

beforeEach(async () => {
  world = await testLoop("taught");
});

afterEach(async () => {
  await world.loop.close();
});

const push = call("c1", "bash", { command: "git push --set-upstream origin hotfix-9" });

describe("GraphHandler", () => {
  it("is known by its mark to whatever records for the same loop beside it", async () => {
    const handler = new GraphHandler({ loop: world.loop });
    const other = await SkillLoop.open({ store: memoryStore(), scope: { project: "p" }, worker: "manual" });
    expect(isRecorded({ callbacks: [handler] }, world.loop)).toBe(true);
    expect(isRecorded({ callbacks: [handler] }, other)).toBe(false);
    expect(isRecorded({}, world.loop)).toBe(false);
    await other.close();
  });

  it("shows a node its own messages once its model has begun to answer", async () => {
    const { model, requests } = modelSaying({ text: "Done." });
    const seen: unknown[] = [];
    let began = (): void => {};
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("agent", async ({ messages }) => {
        let answer: Promise<BaseMessage> | undefined;
        await new Promise<void>((resolve) => {
          began = resolve;
          answer = model.invoke(messages);
        });
        seen.push(messages[0]?.content);
        await answer;
        return {};
      })
      .addEdge(START, "agent")
      .compile();
    const wrapped = withSkillLoop(graph, { loop: world.loop });
    const callbacks = [BaseCallbackHandler.fromMethods({ handleLLMNewToken: () => began() })];
    for await (const _ of await wrapped.stream(asked(pushTask), { streamMode: "messages", callbacks }));
    expect(requests[0]?.messages[0]?.text).toContain("--set-upstream");
    expect(seen).toEqual([pushTask]);
  });

  it("asks none of the graphs that are wrapped and idle whose run an event is", async () => {
    let askedOf = 0;
    const idle = Array.from({ length: 50 }, () => {
      const handler = new GraphHandler({ loop: world.loop });
      Object.assign(handler.callbacks, {
        knows: () => {
          askedOf += 1;
          return false;
        },
      });
      return handler;
    });
    const { model } = modelSaying(calls(push), { text: "Done." });
    await withSkillLoop(plainGraph({ model, tools: [bash] }), { loop: world.loop }).invoke(asked(pushTask));
    await flushSkillLoop(world.loop);
    expect((await world.traces()).length).toBe(1);
    expect([idle.length, askedOf, openRuns(world.loop)]).toEqual([50, 0, 0]);
  });
});
