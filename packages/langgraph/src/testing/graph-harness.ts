import { HumanMessage, ToolMessage } from "@langchain/core/messages";
import { Command, MemorySaver } from "@langchain/langgraph";
import type {
  AdapterHarness,
  AgentSetup,
  AgentTurn,
  AgentUnderTest,
  ScriptedTool,
  TurnOutcome,
} from "@skillloop/core/testing/adapter-contract";
import { flushSkillLoop, openRuns } from "../flush-skill-loop.ts";
import { graphTool } from "./graph-tool.ts";
import { plain } from "./plain.ts";
import { type Script, ScriptedChatModel, underScript } from "./scripted-chat-model.ts";
import type { graphWithNodes, plainGraph, ScriptedGraph } from "./scripted-graph.ts";

type Graph = ReturnType<typeof graphWithNodes> | ReturnType<typeof plainGraph>;
type SkillLoopOfSetup = NonNullable<AgentSetup["skillLoop"]>;

export interface GraphKind {
  readonly name: string;
  readonly differences?: NonNullable<AdapterHarness["differences"]>;
  /** Steps that a turn takes beside those of its model and its tools. */
  readonly otherSteps: number;
  readonly compile: (parts: ScriptedGraph, skillLoop: SkillLoopOfSetup | undefined) => Graph;
}

const handOff: ScriptedTool = {
  name: "transfer_to_clerk",
  description: "Hands the work over to the clerk",
  fields: {},
  run: (_input, { callId }) =>
    new Command({
      update: { messages: [new ToolMessage({ content: "The clerk goes on.", tool_call_id: callId })] },
    }),
};

/** Real graphs around the scripted model, for the contract suite. */
export function graphHarness(kind: GraphKind): AdapterHarness {
  const models = new WeakMap<object, ScriptedChatModel>();
  return {
    name: kind.name,
    handOff: { tool: handOff },
    ...(kind.differences && { differences: kind.differences }),
    agent(setup) {
      const shared = setup.shared ?? {};
      const model = models.get(shared) ?? new ScriptedChatModel();
      models.set(shared, model);
      return agentOf(setup, kind, model);
    },
  };
}

function agentOf(setup: AgentSetup, kind: GraphKind, model: ScriptedChatModel): AgentUnderTest {
  const { skillLoop } = setup;
  const script: Script = { requests: [], reply: setup.model };
  const tools = setup.tools.map(graphTool);
  const checkpointer = new MemorySaver();
  const threaded = kind.compile({ model, tools, checkpointer }, skillLoop);
  const lone = kind.compile({ model, tools }, skillLoop);
  const configOf = ({ thread }: AgentTurn) =>
    thread === undefined ? {} : { configurable: { thread_id: thread } };

  async function turn(asked: AgentTurn): Promise<TurnOutcome> {
    const graph = asked.thread === undefined ? lone : threaded;
    const question = new HumanMessage(asked.task);
    const aborter = new AbortController();
    const config = {
      ...configOf(asked),
      ...(asked.stepLimit !== undefined && { recursionLimit: kind.otherSteps + 2 * asked.stepLimit }),
      signal: aborter.signal,
    };
    const input = asked.resume === undefined ? { messages: [question] } : resumeWith(asked.resume);
    const parts: unknown[] = [];
    let seen: unknown;
    let told: Pick<TurnOutcome, "answer" | "error" | "interrupted"> = { answer: "", interrupted: false };
    try {
      if (asked.mode === "generate") {
        seen = await graph.invoke(input, config);
      } else {
        const stream = await graph.stream(input, {
          ...config,
          streamMode: ["values", "updates", "messages"],
        });
        if (asked.reading !== "none") {
          for await (const [mode, part] of stream) {
            parts.push(plain([mode, part]));
            if (mode === "values") seen = part;
            if (mode === "messages" && asked.reading === "abort" && isWords(part)) aborter.abort();
          }
        }
      }
      told = answerOf(seen, parts);
    } catch (error) {
      told = { ...told, error: error instanceof Error ? error.message : String(error) };
    }
    const saved = asked.thread === undefined ? undefined : await threaded.getState(configOf(asked));
    return {
      ...told,
      state: [plain(seen), plain(question), plain(saved?.values), saved?.next],
      ...(asked.mode === "stream" && { parts }),
    };
  }

  return {
    requests: script.requests,
    turn: (asked) => underScript(script, () => turn(asked)),
    flush: async (timeoutMs) => {
      if (skillLoop === undefined) return;
      await woundDown(() => openRuns(skillLoop.loop));
      const limit = timeoutMs === undefined ? {} : { timeoutMs };
      await flushSkillLoop(skillLoop.loop, { ...limit, endOpen: true });
    },
    openRuns: () => (skillLoop === undefined ? 0 : openRuns(skillLoop.loop)),
  };
}

/** A command that names no node. */
const resumeWith = (resume: unknown) => new Command<unknown, Record<string, never>, never>({ resume });

function answerOf(seen: unknown, parts: readonly unknown[]): Pick<TurnOutcome, "answer" | "interrupted"> {
  const interrupted =
    JSON.stringify(parts).includes("__interrupt__") ||
    (typeof seen === "object" && seen !== null && "__interrupt__" in seen);
  if (interrupted || typeof seen !== "object" || seen === null || !("messages" in seen)) {
    return { answer: "", interrupted };
  }
  const last: unknown = Array.isArray(seen.messages) ? seen.messages.at(-1) : undefined;
  const isAnswer = typeof last === "object" && last !== null && "type" in last && last.type === "ai";
  return { answer: isAnswer && "text" in last ? String(last.text) : "", interrupted };
}

/** LangGraph tells the end of a graph that was cut off when its reader has long gone on. */
async function woundDown(open: () => number): Promise<void> {
  for (let looks = 0; looks < 20 && open() > 0; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The first words of a model that streams. */
function isWords(part: unknown): boolean {
  const [message] = Array.isArray(part) ? part : [];
  return message?.type === "ai" && message.text !== "";
}
