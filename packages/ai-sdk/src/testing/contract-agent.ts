import type { AdapterOptions } from "@skillloop/core/adapter";
import {
  type AgentSetup,
  type AgentTurn,
  type AgentUnderTest,
  type ScriptedTool,
  type SeenRequest,
  ToolFailure,
  type TurnOutcome,
} from "@skillloop/core/testing/adapter-contract";
import { z } from "zod";
import type { AiSdkCall } from "../ai-sdk-call.ts";
import { type SkillLoopMiddleware, skillLoopMiddleware } from "../skill-loop-middleware.ts";
import { type AiVersion, aiModule, type HostMessage, type HostOptions, type HostTool } from "./ai-module.ts";
import { type ProviderRequest, scriptedProvider } from "./scripted-provider.ts";
import { seenRequest } from "./seen-request.ts";
import { stable } from "./stable.ts";
import { approvalIn, approvalMessage, clientResult, openClientCall } from "./waiting-calls.ts";

/** One way of using the adapter. */
export interface AgentForm {
  readonly version: AiVersion;
  /** What goes into the options of each call beside the model, as telemetry does; it is told of the loop. */
  readonly telemetry?: (options: AdapterOptions<AiSdkCall>) => Partial<HostOptions>;
}

const agentHeader = "x-agent";

/** A tool that stops for a person is one with an approval where there are approvals, else one of the client. */
const isAsking = ({ name }: ScriptedTool): boolean => name === "ask_person";

interface SharedParts {
  readonly model: unknown;
  readonly middleware: SkillLoopMiddleware | undefined;
  readonly agents: Map<string, (request: ProviderRequest) => ReturnType<AgentSetup["model"]>>;
}

const sharedParts = new WeakMap<object, Map<boolean, SharedParts>>();

function partsFor(form: AgentForm, setup: AgentSetup): SharedParts {
  const known = setup.shared && sharedParts.get(setup.shared);
  const isObserved = setup.skillLoop !== undefined;
  const found = known?.get(isObserved);
  if (found !== undefined) return found;
  const agents: SharedParts["agents"] = new Map();
  const bare = scriptedProvider(form.version, (request) => {
    const reply = agents.get(request.headers?.[agentHeader] ?? "");
    if (reply === undefined) throw new Error("A request of an agent that is not there.");
    return reply(request);
  });
  const middleware = setup.skillLoop && skillLoopMiddleware(setup.skillLoop);
  const model =
    middleware === undefined ? bare : aiModule(form.version).wrapLanguageModel({ model: bare, middleware });
  const made: SharedParts = { model, middleware, agents };
  if (setup.shared !== undefined) {
    sharedParts.set(setup.shared, new Map([...(known ?? []), [isObserved, made]]));
  }
  return made;
}

/** An agent of the real `ai` around a scripted model. */
export function contractAgent(form: AgentForm, setup: AgentSetup): AgentUnderTest {
  const ai = aiModule(form.version);
  const parts = partsFor(form, setup);
  const name = `agent-${parts.agents.size + 1}`;
  const requests: SeenRequest[] = [];
  parts.agents.set(name, (request) => {
    const seen = seenRequest(request);
    requests.push(seen);
    return setup.model(seen, requests.length - 1);
  });
  const threads = new Map<string, HostMessage[]>();
  const telemetry = setup.skillLoop === undefined ? {} : (form.telemetry?.(setup.skillLoop) ?? {});
  let answer: unknown;

  const hostTool = (tool: ScriptedTool): HostTool => {
    const shape = Object.entries(tool.fields).map(
      ([field, type]) => [field, type === "number" ? z.number() : z.string()] as const,
    );
    const described = { description: tool.description, inputSchema: z.object(Object.fromEntries(shape)) };
    if (isAsking(tool) && form.version === 5) return described;
    return {
      ...described,
      ...(isAsking(tool) && { needsApproval: true }),
      execute: async (input, { toolCallId }) => {
        const given = await tool.run(input as Readonly<Record<string, unknown>>, {
          callId: toolCallId,
          interrupt: async () => answer,
        });
        // As the results of MCP tools, which is how tools of the SDK return an error.
        return given instanceof ToolFailure
          ? { isError: true, content: [{ type: "text", text: given.message }] }
          : given;
      },
    };
  };
  const tools = Object.fromEntries(setup.tools.map((tool) => [tool.name, hostTool(tool)]));

  const messagesFor = async (turn: AgentTurn): Promise<HostMessage[]> => {
    const thread = threads.get(turn.thread ?? "") ?? [];
    if (turn.thread !== undefined) threads.set(turn.thread, thread);
    if (turn.resume === undefined) {
      thread.push({ role: "user", content: turn.task });
      return thread;
    }
    answer = turn.resume;
    const approval = approvalIn(thread);
    const call = openClientCall(thread);
    if (approval !== undefined) thread.push(approvalMessage(approval));
    else if (call !== undefined) thread.push(await clientResult(call, setup.tools, turn.resume));
    return thread;
  };

  const optionsFor = (turn: AgentTurn, messages: readonly HostMessage[]): HostOptions => ({
    model: parts.model,
    messages,
    tools,
    stopWhen: ai.stepCountIs(turn.stepLimit ?? 20),
    headers: { [agentHeader]: name },
    ...telemetry,
  });

  const generated = async (turn: AgentTurn): Promise<TurnOutcome> => {
    const thread = await messagesFor(turn);
    const result = await ai.generateText(optionsFor(turn, [...thread]));
    thread.push(...result.response.messages);
    return {
      answer: result.text,
      interrupted: approvalIn(thread) !== undefined || openClientCall(thread, tools) !== undefined,
      state: stable({ thread, steps: result.steps.map(stepState) }),
    };
  };

  const streamed = async (turn: AgentTurn): Promise<TurnOutcome> => {
    const thread = await messagesFor(turn);
    const stop = new AbortController();
    const errors: unknown[] = [];
    const result = ai.streamText({
      ...optionsFor(turn, [...thread]),
      abortSignal: stop.signal,
      onError: (event) => errors.push((event as { readonly error: unknown }).error),
    });
    const seen: unknown[] = [];
    if (turn.reading === "none") {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return { answer: "", interrupted: false, state: null, parts: [] };
    }
    // A source that stays open after an abort keeps the SDK's stream open too: nobody reads on then.
    const stopped = new Promise<undefined>((resolve) => {
      stop.signal.addEventListener("abort", () => setTimeout(() => resolve(undefined), 50));
    });
    const reader = result.fullStream[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([reader.next(), stopped]);
      if (next === undefined || next.done === true) break;
      seen.push(next.value);
      if (turn.reading === "abort" && next.value.type === "text-delta") stop.abort();
    }
    const failure = errors.length === 0 ? {} : { error: String((errors[0] as Error).message) };
    if (turn.reading === "abort" || errors.length > 0) {
      return { answer: "", interrupted: false, state: stable(thread), parts: seen.map(stable), ...failure };
    }
    thread.push(...(await result.response).messages);
    return {
      answer: await result.text,
      interrupted: approvalIn(thread) !== undefined || openClientCall(thread, tools) !== undefined,
      state: stable({ thread, steps: (await result.steps).map(stepState) }),
      parts: seen.map(stable),
    };
  };

  return {
    requests,
    async turn(turn) {
      try {
        return await (turn.mode === "stream" ? streamed(turn) : generated(turn));
      } catch (error) {
        return { answer: "", interrupted: false, state: null, error: (error as Error).message };
      }
    },
    flush: async (timeoutMs) =>
      parts.middleware?.flush({ endOpen: true, ...(timeoutMs !== undefined && { timeoutMs }) }),
    openRuns: () => parts.middleware?.openRuns ?? 0,
  };
}

const stepState = ({
  content,
  finishReason,
  usage,
  warnings,
}: {
  readonly content: unknown;
  readonly finishReason: unknown;
  readonly usage: unknown;
  readonly warnings: unknown;
}): unknown => ({ content, finishReason, usage, warnings });
