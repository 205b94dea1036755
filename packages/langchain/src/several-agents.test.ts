import { type AIMessage, type BaseMessage, HumanMessage } from "@langchain/core/messages";
import { RunnableLambda } from "@langchain/core/runnables";
import { END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import { createAgent, tool } from "langchain";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { SkillLoopCallbackHandler } from "./skill-loop-callback-handler.ts";
import { skillLoopMiddleware } from "./skill-loop-middleware.ts";
import { craneTask, memory, wrongUnit } from "./testing/memory.ts";
import { asked, crane, lift, pause, scriptedModel, stepsOf } from "./testing/scripted-agent.ts";

type Told = { readonly metadata: Readonly<Record<string, unknown>> };
/** A server's scope: none where no user is named. */
const ofUser = ({ metadata }: Told) =>
  metadata["user"] === undefined ? undefined : { user: String(metadata["user"]) };

const messagesOf = ({ messages }: { readonly messages: BaseMessage[] }) => ({ messages });

/** A graph whose one node does this. */
const nodeOf = (work: () => Promise<unknown>) =>
  new StateGraph(MessagesAnnotation)
    .addNode("each", async () => {
      await work();
      return {};
    })
    .addEdge(START, "each")
    .addEdge("each", END)
    .compile();

/** A memory with a skill that one user alone has. */
async function annasMemory() {
  const world = await memory("the crane");
  const anna = world.loop.scoped({ user: "anna" });
  const secret = 'Mode rejected: "soft" is no mode of this vault, write "annas-mode".';
  await anna.run(vaultTask, async (session) => {
    await session.tool({ name: "vault", input: { mode: "soft" }, error: secret });
    await session.tool({ name: "vault", input: { mode: "annas-mode" }, output: "Opened." });
    session.verifiedBy({ passed: true }, { check: "the vault is open" });
  });
  await world.loop.process();
  await world.loop.runPendingEvals(async ({ task }) => ({
    trace: {
      task,
      steps: [
        { kind: "tool", tool: "vault", callId: "1", turn: 0, input: { mode: "annas-mode" }, outcome: "ok" },
      ],
    },
    passed: true,
    check: "the vault is open",
  }));
  expect((await anna.recall(vaultTask)).text).toContain("annas-mode");
  return world;
}
const vault = tool(async () => "Opened.", {
  name: "vault",
  description: "Opens the vault",
  schema: z.object({ mode: z.string() }),
});
const vaultTask = "Open the vault of the northern harbour office";

describe("two users in one node or chain", () => {
  it.each(["handler", "middleware"] as const)("each get their own notes alone, with the %s", async (part) => {
    const { loop, reported } = await annasMemory();
    const shown: Record<string, boolean> = {};
    const handler = new SkillLoopCallbackHandler({ loop, scope: ofUser });
    const middleware = part === "middleware" ? [skillLoopMiddleware({ loop, scope: ofUser })] : [];
    const graph = nodeOf(async () => {
      for (const user of ["anna", "ben"]) {
        const { model, requests } = scriptedModel({ text: "Done." });
        await createAgent({ model, tools: [vault], middleware }).invoke(asked(vaultTask), {
          metadata: { user },
        });
        shown[user] = requests[0]?.raw.includes("annas-mode") === true;
      }
    });
    await graph.invoke({ messages: [] }, part === "handler" ? { callbacks: [handler] } : {});
    expect(shown).toEqual({ anna: true, ben: false });
    expect(reported).toEqual([]);
  });

  it.each(["handler", "middleware"] as const)(
    "have traces of their own at once, with the %s",
    async (part) => {
      const { loop, traces } = await memory();
      const handler = new SkillLoopCallbackHandler({ loop, scope: ofUser });
      const middleware = skillLoopMiddleware({ loop, scope: ofUser });
      const one = async (user: string) => {
        const { model } = scriptedModel(lift("call_1", user), { text: "Done." });
        const parts = part === "middleware" ? [middleware] : [];
        const agent = createAgent({ model, tools: [crane(() => `For ${user}`)], middleware: parts });
        await agent.invoke(asked(), { metadata: { user } });
      };
      const graph = nodeOf(() => Promise.all(["anna", "ben"].map(one)));
      await graph.invoke({ messages: [] }, part === "handler" ? { callbacks: [handler] } : {});
      await handler.flush();
      await middleware.flush();
      const found = (await traces()).map((trace) => [trace.scope.user, ...stepsOf(trace)]);
      expect(Object.fromEntries(found)).toEqual({
        anna: "call_1 ok: For anna",
        ben: "call_1 ok: For ben",
      });
      expect([handler.size, middleware.size]).toEqual([0, 0]);
    },
  );

  it("have traces of their own in a plain chain, one after another", async () => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop, scope: ofUser });
    const chain = RunnableLambda.from(async () => {
      for (const user of ["anna", "ben"]) {
        const { model } = scriptedModel(lift(`call_${user}`, user));
        await model.invoke([new HumanMessage(craneTask)], { metadata: { user } });
      }
      return "";
    });
    await chain.invoke("", { callbacks: [handler] });
    await handler.flush({ endOpen: true });
    const found = (await traces()).map(({ scope, steps }) => [scope.user, steps.length]);
    expect(Object.fromEntries(found)).toEqual({ anna: 1, ben: 1 });
  });

  it("keep runTask apart that they gave one id", async () => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop, scope: ofUser });
    const one = (user: string, ms: number) =>
      handler.runTask("1", async () => {
        const config = { callbacks: [handler], metadata: { user } };
        const { model } = scriptedModel(lift("call_1", user), { text: "Done." });
        const messages: BaseMessage[] = [new HumanMessage(craneTask)];
        const answer: AIMessage = await model.invoke(messages, config);
        await pause(ms);
        const [call = { name: "", args: {} }] = answer.tool_calls ?? [];
        const result: BaseMessage = await crane(() => user).invoke({ ...call, type: "tool_call" }, config);
        await model.invoke([...messages, answer, result], config);
      });
    await Promise.all([one("anna", 1), one("ben", 60)]);
    await handler.flush();
    const found = (await traces()).map((trace) => [trace.scope.user, trace.end, ...stepsOf(trace)]);
    expect(found.sort()).toEqual([
      ["anna", "completed", "call_1 ok: anna"],
      ["ben", "completed", "call_1 ok: ben"],
    ]);
    expect(handler.size).toBe(0);
  });
});

describe("several agents that were asked the same", () => {
  const agentWith = (
    unit: string,
    work: () => unknown,
    parts: ReturnType<typeof skillLoopMiddleware>[] = [],
  ) => {
    const { model } = scriptedModel(lift("call_1", unit), { text: "Done." });
    return createAgent({ model, tools: [crane(work)], middleware: parts });
  };

  it("are runs of their own at once, so that one's success is no lesson of another's error", async () => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    const fails = agentWith("tons", () => {
      throw new Error(wrongUnit);
    });
    const works = agentWith("t", () => "Lifted.");
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("one", async ({ messages }) =>
        messagesOf(await fails.invoke({ messages }).catch(() => ({ messages }))),
      )
      .addNode("two", async ({ messages }) => {
        await pause(100);
        return messagesOf(await works.invoke({ messages }));
      })
      .addEdge(START, "one")
      .addEdge(START, "two")
      .addEdge("one", END)
      .addEdge("two", END)
      .compile();
    await graph.invoke(asked(), { callbacks: [handler] });
    await handler.flush();
    const found = (await traces()).map((trace) => stepsOf(trace).map((step) => step.slice(0, 14)));
    expect(found.sort()).toEqual([["call_1 ok: Lif"], ["call_1 tool-er"]]);
    await loop.process();
    expect(await loop.skills.list()).toEqual([]);
    expect(handler.size).toBe(0);
  });

  it.each(["handler", "middleware"] as const)(
    "are runs of their own one after another in a node, with the %s",
    async (part) => {
      const { loop, traces } = await memory();
      const handler = new SkillLoopCallbackHandler({ loop });
      const middleware = skillLoopMiddleware({ loop });
      const graph = nodeOf(async () => {
        for (const unit of ["t", "kg", "lb"]) {
          const parts = part === "middleware" ? [middleware] : [];
          await agentWith(unit, () => unit, parts).invoke(asked());
        }
      });
      await graph.invoke({ messages: [] }, part === "handler" ? { callbacks: [handler] } : {});
      await handler.flush();
      await middleware.flush();
      const found = (await traces()).map((trace) => stepsOf(trace).join());
      expect(found.sort()).toEqual(["call_1 ok: kg", "call_1 ok: lb", "call_1 ok: t"]);
    },
  );

  it("are not recorded again by the model of the graph around them that reads all they did", async () => {
    const { loop, traces } = await memory();
    const handler = new SkillLoopCallbackHandler({ loop });
    const [one, two] = [agentWith("t", () => "t"), agentWith("kg", () => "kg")];
    const judge = scriptedModel({ text: "The first." });
    const graph = new StateGraph(MessagesAnnotation)
      .addNode("one", async ({ messages }) => messagesOf(await one.invoke({ messages })))
      .addNode("two", async ({ messages }) => messagesOf(await two.invoke({ messages })))
      .addNode("judge", async ({ messages }) => ({ messages: [await judge.model.invoke(messages)] }))
      .addEdge(START, "one")
      .addEdge(START, "two")
      .addEdge("one", "judge")
      .addEdge("two", "judge")
      .addEdge("judge", END)
      .compile();
    await graph.invoke(asked(), { callbacks: [handler] });
    await handler.flush();
    const found = (await traces()).map((trace) => stepsOf(trace).join());
    expect(found.sort()).toEqual(["call_1 ok: kg", "call_1 ok: t"]);
  });
});
