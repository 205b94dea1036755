import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import type {
  AdapterHarness,
  AgentSetup,
  AgentTurn,
  AgentUnderTest,
  TurnOutcome,
} from "@skillloop/core/testing/adapter-contract";
import { type AgentMiddleware, createAgent } from "langchain";
import { SkillLoopCallbackHandler } from "../skill-loop-callback-handler.ts";
import { type SkillLoopMiddleware, skillLoopMiddleware } from "../skill-loop-middleware.ts";
import { plainState } from "./plain-state.ts";
import { inSession, type ModelSession, ScriptedChatModel } from "./scripted-chat-model.ts";
import { langchainTool } from "./scripted-tools.ts";
import { SlowSaver } from "./slow-saver.ts";

/** What SkillLoop is added by. */
export interface AgentParts {
  readonly handler?: SkillLoopCallbackHandler;
  readonly middleware?: SkillLoopMiddleware;
}

/** `createAgent` with SkillLoop as a callback handler, as a middleware, or as both. */
export function agentHarness(
  name: string,
  by: { readonly handler: boolean; readonly middleware: boolean },
  differences: AdapterHarness["differences"] = [],
): AdapterHarness {
  const shared = new WeakMap<object, { readonly model: ScriptedChatModel; readonly parts: AgentParts }>();
  const made = ({
    skillLoop,
  }: AgentSetup): { readonly model: ScriptedChatModel; readonly parts: AgentParts } => ({
    model: new ScriptedChatModel(),
    parts:
      skillLoop === undefined
        ? {}
        : {
            ...(by.handler && { handler: new SkillLoopCallbackHandler(skillLoop) }),
            ...(by.middleware && { middleware: skillLoopMiddleware(skillLoop) }),
          },
  });
  return {
    name,
    differences,
    handOff: {
      tool: {
        name: "transfer_to_clerk",
        description: "Hands the work over to the clerk",
        fields: {},
        run: (_input, { callId }) =>
          new Command({
            update: { messages: [new ToolMessage({ content: "The clerk goes on.", tool_call_id: callId })] },
          }),
      },
    },
    agent(setup) {
      const known = setup.shared === undefined ? undefined : shared.get(setup.shared);
      const { model, parts } = known ?? made(setup);
      if (setup.shared !== undefined) shared.set(setup.shared, { model, parts });
      return agentUnderTest(setup, model, parts);
    },
  };
}

function agentUnderTest(setup: AgentSetup, model: ScriptedChatModel, parts: AgentParts): AgentUnderTest {
  const { handler, middleware } = parts;
  const session: ModelSession = { requests: [], reply: setup.model };
  const saver = new SlowSaver(new MemorySaver());
  const tools = setup.tools.map(langchainTool);
  const with_ = (checkpointer?: SlowSaver) =>
    createAgent({
      model,
      tools,
      middleware: middleware === undefined ? [] : [middleware as AgentMiddleware],
      ...(checkpointer && { checkpointer }),
    });
  const threaded = with_(saver);
  const lone = with_();

  async function play(turn: AgentTurn, outcome: { answer: string; parts: unknown[]; state: unknown }) {
    const aborter = new AbortController();
    const agent = turn.thread === undefined ? lone : threaded;
    const config = {
      ...(handler && { callbacks: [handler] }),
      ...(turn.thread !== undefined && { configurable: { thread_id: turn.thread } }),
      ...(turn.stepLimit !== undefined && { recursionLimit: 2 * turn.stepLimit }),
      signal: aborter.signal,
    };
    const asked = new HumanMessage(turn.task);
    const input = turn.resume === undefined ? { messages: [asked] } : new Command({ resume: turn.resume });
    if (turn.mode === "generate") {
      const result = await agent.invoke(input, config);
      outcome.state = plainState(result.messages);
      return { messages: result.messages, interrupted: "__interrupt__" in result, asked };
    }
    const stream = await agent.stream(input, { ...config, streamMode: ["values", "updates", "messages"] });
    if (turn.reading === "none") {
      await quietened(() => session.requests.length);
      return { messages: [], interrupted: false, asked };
    }
    let last: { readonly messages?: unknown } = {};
    let interrupted = false;
    for await (const [mode, part] of stream) {
      outcome.parts.push(plainState([mode, part]));
      if (mode === "values") last = part;
      if (mode === "updates" && "__interrupt__" in part) interrupted = true;
      if (mode === "messages" && turn.reading === "abort" && part[0].text !== "" && part[0].type === "ai")
        aborter.abort();
    }
    const messages = Array.isArray(last.messages) ? last.messages : [];
    outcome.state = plainState(messages);
    return { messages, interrupted, asked };
  }

  return {
    requests: session.requests,
    turn: (turn) =>
      inSession(session, async (): Promise<TurnOutcome> => {
        const outcome = { answer: "", parts: [] as unknown[], state: undefined as unknown };
        let fields: Pick<TurnOutcome, "answer" | "interrupted" | "error"> = {
          answer: "",
          interrupted: false,
        };
        try {
          const { messages, interrupted, asked } = await play(turn, outcome);
          const answer = messages.at(-1);
          fields = { answer: !interrupted && answer?.type === "ai" ? answer.text : "", interrupted };
          outcome.state = [outcome.state, plainState(asked)];
        } catch (error) {
          fields = { ...fields, error: error instanceof Error ? error.message : String(error) };
        }
        const saved = turn.thread === undefined ? [] : await saver.savedMessages(turn.thread);
        return {
          ...fields,
          state: [outcome.state, saved],
          ...(turn.mode === "stream" && { parts: outcome.parts }),
        };
      }),
    flush: async (timeoutMs) => {
      await saver.settled();
      const ending = { endOpen: true, ...(timeoutMs !== undefined && { timeoutMs }) };
      await handler?.flush(ending);
      await middleware?.flush(ending);
    },
    openRuns: () => (handler?.size ?? 0) + (middleware?.size ?? 0),
  };
}

/** A graph whose stream nobody reads goes on by itself; waits until it asks its model no more. */
async function quietened(requests: () => number): Promise<void> {
  let seen = -1;
  while (seen !== requests()) {
    seen = requests();
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
