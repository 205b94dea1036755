import { type AIMessageChunk, type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type {
  AdapterHarness,
  AgentSetup,
  AgentTurn,
  AgentUnderTest,
  TurnOutcome,
} from "@skillloop/core/testing/adapter-contract";
import { SkillLoopCallbackHandler } from "../skill-loop-callback-handler.ts";
import { plainState } from "./plain-state.ts";
import { inSession, type ModelSession, ScriptedChatModel } from "./scripted-chat-model.ts";
import { langchainTool } from "./scripted-tools.ts";

const noGraph = "a loop of the host's own around a model has no graph";

interface Shared {
  readonly model: ScriptedChatModel;
  readonly handler: SkillLoopCallbackHandler | undefined;
}

/** A loop that a host wrote around `model.bindTools(tools)`, with the handler as a callback of each call. */
export function plainLoopHarness(name: string): AdapterHarness {
  const shared = new WeakMap<object, Shared>();
  return {
    name,
    differences: [
      { scenario: "interrupt", reason: noGraph, notThere: true },
      { scenario: "hand-off", reason: noGraph, notThere: true },
      {
        scenario: "step-limit",
        reason:
          "nobody tells the handler of a loop that stops by itself, and the last results are in no request",
        end: "completed",
      },
    ],
    agent(setup) {
      const known = setup.shared === undefined ? undefined : shared.get(setup.shared);
      const { skillLoop } = setup;
      const parts = known ?? {
        model: new ScriptedChatModel(),
        handler: skillLoop === undefined ? undefined : new SkillLoopCallbackHandler(skillLoop),
      };
      if (setup.shared !== undefined) shared.set(setup.shared, parts);
      return plainLoop(setup, parts);
    },
  };
}

function plainLoop(setup: AgentSetup, { model, handler }: Shared): AgentUnderTest {
  const session: ModelSession = { requests: [], reply: setup.model };
  const tools = setup.tools.map(langchainTool);
  const bound = model.bindTools();
  const threads = new Map<string, BaseMessage[]>();

  async function ask(
    messages: BaseMessage[],
    turn: AgentTurn,
    parts: unknown[],
  ): Promise<BaseMessage | undefined> {
    const aborter = new AbortController();
    const config = configOf(handler, turn);
    if (turn.mode === "generate") return bound.invoke(messages, config);
    const stream = await bound.stream(messages, { ...config, signal: aborter.signal });
    if (turn.reading === "none") return undefined;
    let whole: AIMessageChunk | undefined;
    for await (const chunk of stream) {
      parts.push(plainState([chunk, messages]));
      whole = whole === undefined ? chunk : whole.concat(chunk);
      if (turn.reading === "abort" && chunk.text !== "") aborter.abort();
    }
    return whole;
  }

  async function play(turn: AgentTurn, messages: BaseMessage[], parts: unknown[]): Promise<string> {
    for (let step = 0; step < (turn.stepLimit ?? 20); step += 1) {
      const answer = await ask(messages, turn, parts);
      if (answer === undefined) return "";
      messages.push(answer);
      const calls = "tool_calls" in answer && Array.isArray(answer.tool_calls) ? answer.tool_calls : [];
      if (calls.length === 0) return answer.text;
      messages.push(
        ...(await Promise.all(calls.map((call) => runTool(tools, call, configOf(handler, turn))))),
      );
    }
    return "";
  }

  return {
    requests: session.requests,
    turn: (turn) =>
      inSession(session, async (): Promise<TurnOutcome> => {
        const messages = threads.get(turn.thread ?? "") ?? [];
        if (turn.thread !== undefined) threads.set(turn.thread, messages);
        messages.push(new HumanMessage(turn.task));
        const parts: unknown[] = [];
        const outcome = (fields: { readonly answer: string; readonly error?: string }): TurnOutcome => ({
          ...fields,
          interrupted: false,
          state: plainState(messages),
          ...(turn.mode === "stream" && { parts }),
        });
        try {
          return outcome({ answer: await play(turn, messages, parts) });
        } catch (error) {
          return outcome({ answer: "", error: error instanceof Error ? error.message : String(error) });
        }
      }),
    flush: async (timeoutMs) => {
      await handler?.flush({ endOpen: true, ...(timeoutMs !== undefined && { timeoutMs }) });
    },
    openRuns: () => handler?.size ?? 0,
  };
}

const configOf = (handler: SkillLoopCallbackHandler | undefined, { thread }: AgentTurn) => ({
  ...(handler && { callbacks: [handler] }),
  ...(thread !== undefined && { metadata: { thread_id: thread } }),
});

/** What a careful host does with what a model asks for. */
async function runTool(
  tools: readonly StructuredToolInterface[],
  call: { readonly id?: string; readonly name: string; readonly args: Record<string, unknown> },
  config: ReturnType<typeof configOf>,
): Promise<BaseMessage> {
  const failed = (content: string): ToolMessage =>
    new ToolMessage({ content, status: "error", tool_call_id: call.id ?? "", name: call.name });
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) return failed(`Tool "${call.name}" not found.`);
  try {
    const result: unknown = await tool.invoke({ ...call, type: "tool_call" }, config);
    return result instanceof ToolMessage ? result : failed("The tool gave no message.");
  } catch (error) {
    return failed(String(error));
  }
}
