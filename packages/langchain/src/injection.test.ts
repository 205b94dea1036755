import { type AIMessage, HumanMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createAgent } from "langchain";
import { describe, expect, it } from "vitest";
import { SkillLoopCallbackHandler } from "./skill-loop-callback-handler.ts";
import { craneTask, memory } from "./testing/memory.ts";
import { asked, crane, lift, pause, scriptedModel } from "./testing/scripted-agent.ts";
import { SlowSaver } from "./testing/slow-saver.ts";

async function world(options: { readonly inject?: boolean } = {}) {
  const { loop } = await memory("the crane");
  const { text: block } = await loop.recall(craneTask);
  expect(block).toContain("crane");
  return { loop, block, handler: new SkillLoopCallbackHandler({ loop, ...options }) };
}

const vaultTask = "Open the vault of the northern harbour office";

const userText = (
  requests: readonly { readonly messages: readonly { readonly role: string; readonly text: string }[] }[],
) => requests.map(({ messages }) => messages.findLast(({ role }) => role === "user")?.text ?? "");

describe("what the handler shows the model", () => {
  it("stays out of checkpoints that are written while the model answers", async () => {
    const { handler, block } = await world();
    const { model, requests } = scriptedModel(lift("c1"), { text: "Done." });
    const saver = new SlowSaver();
    const agent = createAgent({ model, tools: [crane()], checkpointer: saver });
    await agent.invoke(asked(), { callbacks: [handler], configurable: { thread_id: "t" } });
    expect(userText(requests).every((text) => text.endsWith(block))).toBe(true);
    expect(JSON.stringify(await saver.savedMessages("t"))).not.toContain("project_notes");
  });

  it("stays out of what a stream's reader is given while the next model call is on its way", async () => {
    const { handler, block } = await world();
    const { model, requests } = scriptedModel(lift("c1"), { text: "Done." });
    const agent = createAgent({ model, tools: [crane()] });
    const seen: string[] = [];
    const stream = await agent.stream(asked(), { callbacks: [handler], streamMode: "values" });
    for await (const { messages } of stream) {
      seen.push(JSON.stringify(messages), messages.map(({ content }) => String(content)).join());
      await pause(1);
      seen.push(messages.map(({ content }) => String(content)).join());
    }
    expect(userText(requests).every((text) => text.endsWith(block))).toBe(true);
    expect(seen.join()).not.toContain("project_notes");
  });

  it("is right for parallel branches that share a message, and clean after both", async () => {
    const { handler, block } = await world();
    const [one, two] = [scriptedModel({ text: "One." }), scriptedModel({ text: "Two." })];
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("one", async ({ messages }) => ({ messages: [await one.model.invoke(messages)] }))
      .addNode("two", async ({ messages }) => ({ messages: [await two.model.invoke(messages)] }))
      .addEdge(START, "one")
      .addEdge(START, "two")
      .addEdge("one", END)
      .addEdge("two", END)
      .compile();
    const message = new HumanMessage(craneTask);
    await graph.invoke({ messages: [message] }, { callbacks: [handler] });
    expect([...userText(one.requests), ...userText(two.requests)]).toEqual(
      Array.from({ length: 2 }, () => `${craneTask}\n\n${block}`),
    );
    expect(Object.getOwnPropertyDescriptor(message, "content")).toEqual({
      value: craneTask,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  });

  it("is put back after a model error, after an abort, and in a stream that is left", async () => {
    const { handler } = await world();
    const message = new HumanMessage(craneTask);
    const failing = scriptedModel({ error: new Error("down") }).model;
    await expect(failing.invoke([message], { callbacks: [handler] })).rejects.toThrow("down");
    expect(Object.getOwnPropertyDescriptor(message, "content")?.value).toBe(craneTask);

    const stop = new AbortController();
    const hanging = scriptedModel({ hang: true, text: "" }).model;
    const call = hanging.invoke([message], { callbacks: [handler], signal: stop.signal });
    // Until the model hangs: it takes no notice of what was aborted before.
    setTimeout(() => stop.abort(), 50);
    await expect(call).rejects.toThrow();
    await pause(1);
    expect(Object.getOwnPropertyDescriptor(message, "content")?.value).toBe(craneTask);

    const talking = scriptedModel({ text: "A long story." }).model;
    for await (const chunk of await talking.stream([message], { callbacks: [handler] })) {
      expect(chunk.text).toBe("A l");
      break;
    }
    await pause(1);
    expect(Object.getOwnPropertyDescriptor(message, "content")?.value).toBe(craneTask);
    await handler.flush({ endOpen: true });
    expect(handler.size).toBe(0);
  });

  it("is gone from the node as well that catches its model's error", async () => {
    const { handler } = await world();
    const { model } = scriptedModel({ error: new Error("down") });
    const seen: unknown[] = [];
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("model", async ({ messages }) => {
        await model.invoke(messages).catch(() => seen.push(messages[0]?.content));
        return {};
      })
      .addEdge(START, "model")
      .addEdge("model", END)
      .compile();
    await graph.invoke(asked(), { callbacks: [handler] });
    expect(seen).toEqual([craneTask]);
  });

  it("reaches a model that is streamed by events", async () => {
    const { handler, block } = await world();
    const { model, requests } = scriptedModel({ text: "Done." });
    const agent = createAgent({ model, tools: [] });
    for await (const event of agent.streamEvents(asked(), { version: "v2", callbacks: [handler] })) {
      expect(JSON.stringify(event.data)).not.toContain("project_notes");
    }
    expect(userText(requests)).toEqual([`${craneTask}\n\n${block}`]);
  });

  it("stands behind the blocks of a message that is a list of them", async () => {
    const { handler, block } = await world();
    const { model, requests } = scriptedModel({ text: "Done." });
    const message = new HumanMessage({ content: [{ type: "text", text: craneTask }] });
    await model.invoke([message], { callbacks: [handler] });
    expect(requests[0]?.raw).toContain(JSON.stringify({ type: "text", text: block }).slice(1, -1));
    await pause(1);
    expect(message.content).toEqual([{ type: "text", text: craneTask }]);
  });

  it("leaves a frozen message alone", async () => {
    const { handler } = await world();
    const { model, requests } = scriptedModel({ text: "Done." });
    await model.invoke([Object.freeze(new HumanMessage(craneTask))], { callbacks: [handler] });
    expect(userText(requests)).toEqual([craneTask]);
  });

  it("changes nothing with inject: false", async () => {
    const { handler } = await world({ inject: false });
    const { model, requests } = scriptedModel(lift("c1"), { text: "Done." });
    await createAgent({ model, tools: [crane()] }).invoke(asked(), { callbacks: [handler] });
    expect(userText(requests)).toEqual([craneTask, craneTask]);
  });

  it("never crosses from one user to another who is given the same message object at once", async () => {
    const { loop } = await memory("the crane");
    const anna = loop.scoped({ user: "anna" });
    await anna.run(vaultTask, async (session) => {
      const error = 'Mode rejected: "soft" is no mode of this vault, write "annas-mode".';
      await session.tool({ name: "vault", input: { mode: "soft" }, error });
      await session.tool({ name: "vault", input: { mode: "annas-mode" }, output: "Opened." });
      session.verifiedBy({ passed: true }, { check: "the vault is open" });
    });
    await loop.process();
    await loop.runPendingEvals(async ({ task }) => ({
      trace: {
        task,
        steps: [
          { kind: "tool", tool: "vault", callId: "1", turn: 0, input: { mode: "annas-mode" }, outcome: "ok" },
        ],
      },
      passed: true,
      check: "the vault is open",
    }));
    const handler = new SkillLoopCallbackHandler({
      loop,
      scope: ({ metadata }) => ({ user: String(metadata["user"]) }),
    });
    const message = new HumanMessage(vaultTask);
    const ask = async (user: string) => {
      const { model, requests } = scriptedModel({ text: "Done." });
      await model.invoke([message], { callbacks: [handler], metadata: { user } });
      return userText(requests).join();
    };
    expect(await ask("anna")).toContain("annas-mode");
    for (const users of [
      ["anna", "ben"],
      ["ben", "anna"],
    ]) {
      const shown = await Promise.all(users.map(ask));
      expect(shown[users.indexOf("ben")]).not.toContain("annas-mode");
    }
    expect(await ask("ben")).not.toContain("annas-mode");
    expect(message.content).toBe(vaultTask);
  });

  it("is one note when several handlers of a loop stand in one run", async () => {
    const { loop, handler } = await world();
    const { model, requests } = scriptedModel({ text: "Done." });
    await createAgent({ model, tools: [] }).invoke(asked(), {
      callbacks: [handler, new SkillLoopCallbackHandler({ loop })],
    });
    expect((requests[0]?.raw.split("<project_notes").length ?? 0) - 1).toBe(1);
  });
});

describe("a stream that is left", () => {
  it("leaves nothing open of a chain once its run was given up", async () => {
    const { loop } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    for (let turn = 0; turn < 3; turn += 1) {
      const { model } = scriptedModel({ text: "A long answer." });
      const chain = RunnableLambda.from((task: string) => [new HumanMessage(task)]).pipe(model);
      for await (const _ of await chain.stream(`${craneTask} ${turn}`, { callbacks: [handler] })) break;
    }
    expect(handler.size).toBeGreaterThan(0);
    await handler.flush({ endOpen: true });
    expect(handler.size).toBe(0);
  });

  it("leaves nothing open of a chain that came to no model", async () => {
    const { loop } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    const parts = RunnableLambda.from(async function* (task: string) {
      yield task;
      yield await pause(5);
    });
    const chain = parts.pipe(RunnableLambda.from((task: unknown) => task));
    for await (const _ of await chain.stream(craneTask, { callbacks: [handler] })) break;
    await handler.handleChainStart({}, craneTask, "left");
    await handler.flush({ endOpen: true });
    expect(handler.size).toBe(0);
  });
});

describe("runTask", () => {
  it("makes one run of a plain loop, ends it with the body, and gives back what the body gives", async () => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    const { model } = scriptedModel(lift("c1"), { text: "Done." });
    const config = { callbacks: [handler] };
    const result = await handler.runTask("job-7", async () => {
      const messages = [new HumanMessage(craneTask)];
      const answer = await model.invoke(messages, config);
      const call = (answer as AIMessage).tool_calls?.[0] ?? { name: "", args: {} };
      await crane().invoke({ ...call, type: "tool_call" }, config);
      await handler.flush();
      expect(handler.size).toBeGreaterThan(0);
      return answer.text;
    });
    expect(result).toBe("");
    await handler.flush();
    expect(handler.size).toBe(0);
    expect((await traces()).map(({ runId, end, steps }) => [runId, end, steps.length])).toEqual([
      ["job-7", "completed", 1],
    ]);
    const thrown = new Error("mine");
    await expect(
      handler.runTask("job-8", () => {
        throw thrown;
      }),
    ).rejects.toBe(thrown);
  });
});
