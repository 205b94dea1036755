import { ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { Command, GraphInterrupt, ParentCommand, Send } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { flushSkillLoop } from "../flush-skill-loop.ts";
import { asking, bash, call, toolThat } from "../testing/office.ts";
import { type TestLoop, testLoop } from "../testing/taught-loop.ts";
import { SkillLoopToolNode } from "./skill-loop-tool-node.ts";

let world: TestLoop;

beforeEach(async () => {
  world = await testLoop("empty");
});

afterEach(async () => {
  await world.loop.close();
});

const throwing = (name: string, error: unknown): StructuredToolInterface =>
  toolThat(name, () => {
    throw error;
  });

const nodeOf = (tools: StructuredToolInterface[], handleToolErrors = true) =>
  new SkillLoopToolNode(tools, { loop: world.loop, handleToolErrors });

const stateOf = (...names: string[]) => ({
  messages: asking("Do it", ...names.map((name, at) => call(`c${at + 1}`, name))),
});

const caught = async (work: Promise<unknown>): Promise<unknown> => {
  try {
    return await work;
  } catch (error) {
    return error;
  }
};

async function recorded() {
  await flushSkillLoop(world.loop, { endOpen: true });
  const steps = (await world.traces()).flatMap(({ steps }) => steps);
  return steps.map((step) => (step.kind === "tool" ? step : undefined));
}

const contents = (output: { messages: ToolMessage[] }) =>
  output.messages.map(({ content, status, name, tool_call_id }) => ({ content, status, name, tool_call_id }));

describe("SkillLoopToolNode", () => {
  it.each([true, false])(
    "handles errors as ToolNode does with handleToolErrors %s",
    async (handleToolErrors) => {
      const tools = [throwing("fail", new TypeError("boom")), toolThat("fine", () => ({ a: 1 }))];
      for (const name of ["fail", "fine", "nobody"]) {
        const bare = await caught(new ToolNode(tools, { handleToolErrors }).invoke(stateOf(name)));
        const ours = await caught(nodeOf(tools, handleToolErrors).invoke(stateOf(name)));
        if (bare instanceof Error) {
          expect(ours).toBeInstanceOf(Error);
          expect(String(ours)).toBe(String(bare));
        } else {
          expect(contents(ours as { messages: ToolMessage[] })).toEqual(
            contents(bare as { messages: ToolMessage[] }),
          );
        }
      }
    },
  );

  it("throws the tool's own error object when it is told not to handle errors", async () => {
    const error = new Error("boom");
    expect(await caught(nodeOf([throwing("fail", error)], false).invoke(stateOf("fail")))).toBe(error);
    expect(await recorded()).toMatchObject([{ tool: "fail", outcome: "tool-error", error: "Error: boom" }]);
  });

  it("records each call once with its own result, in the order of the calls", async () => {
    const slow = toolThat("slow", () => new Promise((resolve) => setTimeout(() => resolve("late"), 5)));
    await nodeOf([slow, bash, throwing("fail", new Error("boom"))]).invoke({
      messages: asking(
        "Do it",
        call("c1", "slow"),
        call("c2", "fail"),
        call("c3", "nobody"),
        call("c4", "bash", { command: 7 }),
      ),
    });
    expect(await recorded()).toMatchObject([
      { callId: "c1", tool: "slow", outcome: "ok", output: "late" },
      { callId: "c2", tool: "fail", outcome: "tool-error", error: "boom" },
      { callId: "c3", tool: "nobody", outcome: "unknown-tool" },
      { callId: "c4", tool: "bash", outcome: "invalid-input" },
    ]);
  });

  it("LG1: an interrupt passes through as the same object and is no failure", async () => {
    const interrupt = new GraphInterrupt([{ value: "ok?" }]);
    expect(await caught(nodeOf([throwing("ask", interrupt)]).invoke(stateOf("ask")))).toBe(interrupt);
    expect(await recorded()).toMatchObject([{ tool: "ask", outcome: "interrupted" }]);
  });

  it("LG1: an interrupt of a second copy of LangGraph passes through and is no failure", async () => {
    const foreign = Object.assign(new Error("[{value:'ok?'}]"), {
      name: "GraphInterrupt",
      is_bubble_up: true,
    });
    expect(await caught(nodeOf([throwing("ask", foreign)]).invoke(stateOf("ask")))).toBe(foreign);
    expect(await recorded()).toMatchObject([{ tool: "ask", outcome: "interrupted" }]);
  });

  it("LG2: a hand-off that is thrown passes through as the same object and is no failure", async () => {
    const handOff = new ParentCommand(new Command({ graph: Command.PARENT, goto: "clerk" }));
    expect(await caught(nodeOf([throwing("pass_on", handOff)], false).invoke(stateOf("pass_on")))).toBe(
      handOff,
    );
    expect(await recorded()).toMatchObject([{ tool: "pass_on", outcome: "interrupted" }]);
  });

  it("LG2: a hand-off that ToolNode turns into a message stays that message and is no failure", async () => {
    const handOff = new ParentCommand(new Command({ graph: Command.PARENT, goto: "clerk" }));
    const tools = [throwing("pass_on", handOff)];
    const bare = await new ToolNode(tools).invoke(stateOf("pass_on"));
    expect(contents(await nodeOf(tools).invoke(stateOf("pass_on")))).toEqual(contents(bare));
    expect(await recorded()).toMatchObject([{ tool: "pass_on", outcome: "interrupted" }]);
  });

  it("LG3: a Command passes through as the same object, and its tool message is the call's output", async () => {
    const done = new ToolMessage({ tool_call_id: "c1", content: "done" });
    const told = new Command({ update: { messages: [done] }, goto: [] });
    const silent = new Command({ goto: "clerk" });
    const tools = [toolThat("told", () => told), toolThat("silent", () => silent)];
    const output = await nodeOf(tools).invoke(stateOf("told", "silent"));
    expect(output).toEqual([told, silent]);
    expect([output[0] === told, output[1] === silent]).toEqual([true, true]);
    const steps = await recorded();
    expect(steps).toMatchObject([
      { callId: "c1", outcome: "ok", output: "done" },
      { callId: "c2", outcome: "ok" },
    ]);
    expect(steps[1]?.output ?? "").toBe("");
  });

  it("records a call that was sent alone with its state", async () => {
    const { messages } = stateOf("fine");
    const sent = new Send("tools", {
      messages,
      lg_tool_call: { id: "c1", name: "fine", args: {}, type: "tool_call" },
    });
    const output = await nodeOf([toolThat("fine", () => "ok")]).invoke(sent.args);
    expect(contents(output)).toMatchObject([{ content: "ok", tool_call_id: "c1" }]);
    expect(await recorded()).toMatchObject([{ callId: "c1", outcome: "ok", output: "ok" }]);
  });

  it("gives back a list of messages when it is given one", async () => {
    const output = await nodeOf([toolThat("fine", () => "ok")]).invoke(stateOf("fine").messages);
    expect(Array.isArray(output)).toBe(true);
    expect(contents({ messages: output })).toMatchObject([{ content: "ok" }]);
    expect(await recorded()).toMatchObject([{ callId: "c1", outcome: "ok" }]);
  });

  it("runs its tools also when recording fails", async () => {
    const broken = new SkillLoopToolNode([toolThat("fine", () => "ok")], {
      loop: world.loop,
      scope: () => {
        throw new Error("no user");
      },
    });
    expect(contents(await broken.invoke(stateOf("fine")))).toMatchObject([{ content: "ok" }]);
    expect(await recorded()).toEqual([]);
    expect(world.errors.length).toBe(1);
  });

  it("does not record what was asked of nobody", async () => {
    const { messages } = stateOf("fine");
    await nodeOf([toolThat("fine", () => "ok")]).invoke({ messages: messages.slice(1) });
    expect(await recorded()).toEqual([]);
  });
});
