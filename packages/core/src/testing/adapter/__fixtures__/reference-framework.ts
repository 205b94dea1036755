import type {
  AgentTurn,
  ScriptedCall,
  ScriptedReply,
  ScriptedTool,
  SeenMessage,
  SeenRequest,
  TurnOutcome,
} from "../adapter-harness.ts";
import { ToolFailure } from "../adapter-harness.ts";

/** A small agent framework of its own, with messages in the form of provider prompts. It knows no SkillLoop. */

export interface Part {
  readonly type: string;
  readonly [field: string]: unknown;
}
export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string | readonly Part[];
}

/** Where an adapter hooks in. All optional, as in real frameworks. */
export interface Hooks {
  readonly onRequest?: (messages: readonly Message[], context: RunContext) => Promise<readonly Message[]>;
  readonly onReply?: (reply: ScriptedReply, context: RunContext) => void;
  readonly onResult?: (result: CallResult, context: RunContext) => void;
  readonly onEnd?: (how: "completed" | "failed" | "aborted", context: RunContext, error?: unknown) => void;
  /** What a host's stream part becomes. */
  readonly onPart?: (part: Part) => Part | undefined;
  readonly onError?: (error: Error) => Error;
}

/** One run, as the framework tells its hooks of it. */
export interface RunContext {
  readonly thread: string;
  readonly runId: string;
  readonly tools: readonly string[];
}

export interface CallResult {
  readonly id: string;
  readonly output?: unknown;
  readonly error?: unknown;
  readonly interrupted?: boolean;
}

class Interrupt extends Error {
  override readonly name = "GraphInterrupt";
}

interface Thread {
  messages: readonly Message[];
  /** The calls that wait for a person. */
  pending?: { readonly calls: readonly ScriptedCall[]; readonly context: RunContext };
}

export interface Framework {
  turn(turn: AgentTurn): Promise<TurnOutcome>;
  readonly requests: readonly SeenRequest[];
}

export interface FrameworkSetup {
  /** Makes the ids of its runs its own. */
  readonly name: string;
  readonly tools: readonly ScriptedTool[];
  readonly model: (request: SeenRequest, index: number) => ScriptedReply;
  readonly hooks?: Hooks;
}

interface Turn {
  readonly asked: AgentTurn;
  readonly thread: Thread;
  readonly context: RunContext;
  readonly parts: Part[];
}

export function referenceFramework({ name: framework, tools, model, hooks = {} }: FrameworkSetup): Framework {
  const threads = new Map<string, Thread>();
  const requests: SeenRequest[] = [];
  let runs = 0;

  const emit = ({ parts }: Turn, part: Part): void => {
    const seen = hooks.onPart === undefined ? part : hooks.onPart(part);
    if (seen !== undefined) parts.push(seen);
  };

  const ask = async (turn: Turn): Promise<ScriptedReply> => {
    const { thread, context } = turn;
    const messages = (await hooks.onRequest?.(thread.messages, context)) ?? thread.messages;
    const request: SeenRequest = { messages: messages.flatMap(seenMessages), raw: JSON.stringify(messages) };
    requests.push(request);
    const reply = model(request, requests.length - 1);
    hooks.onReply?.(reply, context);
    return reply;
  };

  const runCall = async (call: ScriptedCall, turn: Turn, answer: { readonly given?: unknown }) => {
    const report = (result: CallResult, output: Part): Part => {
      hooks.onResult?.(result, turn.context);
      emit(turn, { type: "tool-result", id: call.id });
      return { type: "tool-result", toolCallId: call.id, toolName: call.tool, output };
    };
    const fail = (error: unknown): Part =>
      report(
        { id: call.id, error },
        { type: "error-text", value: error instanceof Error ? error.message : String(error) },
      );
    const tool = tools.find(({ name }) => name === call.tool);
    if (tool === undefined) return fail(`Model tried to call unavailable tool '${call.tool}'.`);
    const { input } = call;
    if (typeof input === "string" || !fits(tool, input))
      return fail(`Invalid input for tool ${call.tool}: it does not fit.`);
    const interrupt = async (question: string): Promise<unknown> => {
      if ("given" in answer) return answer.given;
      throw new Interrupt(question);
    };
    try {
      const output = await tool.run(input, { callId: call.id, interrupt });
      if (output instanceof ToolFailure) return fail(output.message);
      return report({ id: call.id, output }, { type: "text", value: String(output) });
    } catch (error) {
      if (error instanceof Interrupt) {
        hooks.onResult?.({ id: call.id, interrupted: true }, turn.context);
        throw error;
      }
      return fail(error);
    }
  };

  /** Runs calls side by side; `false` when one of them waits for a person. */
  const runCalls = async (
    calls: readonly ScriptedCall[],
    turn: Turn,
    answer: { readonly given?: unknown } = {},
  ): Promise<boolean> => {
    const results = await Promise.allSettled(calls.map((call) => runCall(call, turn, answer)));
    const content = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    if (content.length < calls.length) {
      turn.thread.pending = { calls, context: turn.context };
      return false;
    }
    turn.thread.messages = [...turn.thread.messages, { role: "tool", content }];
    return true;
  };

  const outcomeOf = (turn: Turn, fields: Partial<TurnOutcome>): TurnOutcome => ({
    answer: "",
    interrupted: false,
    state: JSON.parse(JSON.stringify(turn.thread.messages)) as unknown,
    ...(turn.asked.mode === "stream" && { parts: turn.parts }),
    ...fields,
  });

  const finish = (
    turn: Turn,
    how: "completed" | "failed" | "aborted",
    fields: Partial<TurnOutcome>,
    error?: unknown,
  ) => {
    hooks.onEnd?.(how, turn.context, error);
    return outcomeOf(turn, fields);
  };

  const loop = async (turn: Turn): Promise<TurnOutcome> => {
    const limit = turn.asked.stepLimit ?? 20;
    for (let step = 0; step < limit; step += 1) {
      const reply = await ask(turn);
      if ("error" in reply) {
        const error = hooks.onError?.(reply.error) ?? reply.error;
        return finish(turn, "failed", { error: error.message }, error);
      }
      if (reply.text !== undefined) emit(turn, { type: "text", text: reply.text });
      if ("hang" in reply) return finish(turn, "aborted", { error: "aborted" });
      const issued = "calls" in reply ? reply.calls : [];
      turn.thread.messages = [...turn.thread.messages, assistantMessage(reply.text, issued)];
      if (issued.length === 0) return finish(turn, "completed", { answer: reply.text ?? "" });
      if (!(await runCalls(issued, turn))) return outcomeOf(turn, { interrupted: true });
    }
    return finish(turn, "aborted", {});
  };

  return {
    requests,
    async turn(asked) {
      runs += 1;
      const name = asked.thread ?? `thread-${runs}`;
      const thread = threads.get(name) ?? { messages: [] };
      threads.set(name, thread);
      const fresh = {
        thread: name,
        runId: `${framework}-run-${runs}`,
        tools: tools.map((tool) => tool.name),
      };
      const { pending } = thread;
      const turn: Turn = { asked, thread, context: pending?.context ?? fresh, parts: [] };
      if (asked.resume !== undefined && pending !== undefined) {
        delete thread.pending;
        if (!(await runCalls(pending.calls, turn, { given: asked.resume }))) {
          return outcomeOf(turn, { interrupted: true });
        }
        return loop(turn);
      }
      thread.messages = [...thread.messages, { role: "user", content: [{ type: "text", text: asked.task }] }];
      // Like a stream under back pressure: it asks the model, and then waits for a reader who never comes.
      if (asked.reading === "none") {
        await ask(turn);
        return outcomeOf(turn, { parts: [] });
      }
      return loop(turn);
    },
  };
}

function assistantMessage(text: string | undefined, calls: readonly ScriptedCall[]): Message {
  const said = text === undefined ? [] : [{ type: "text", text }];
  return {
    role: "assistant",
    content: [
      ...said,
      ...calls.map(({ id, tool, input }) => ({ type: "tool-call", toolCallId: id, toolName: tool, input })),
    ],
  };
}

function fits(tool: ScriptedTool, input: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(tool.fields).every(([name, type]) => typeof input[name] === type);
}

function seenMessages({ role, content }: Message): readonly SeenMessage[] {
  if (typeof content === "string") return [{ role, text: content }];
  if (role !== "tool") {
    return [{ role, text: content.map(({ text }) => (typeof text === "string" ? text : "")).join("") }];
  }
  return content.map(({ toolCallId, output }) => ({
    role,
    callId: String(toolCallId),
    text: String((output as { readonly value?: unknown }).value),
  }));
}
