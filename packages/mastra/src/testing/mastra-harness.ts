import { Agent, type AgentConfig } from "@mastra/core/agent";
import { Mastra } from "@mastra/core/mastra";
import { MockMemory } from "@mastra/core/memory";
import { InMemoryStore } from "@mastra/core/storage";
import { readField } from "@skillloop/core/adapter";
import type {
  AdapterHarness,
  AgentSetup,
  AgentTurn,
  AgentUnderTest,
  ScriptedTool,
  SeenRequest,
  TurnOutcome,
} from "@skillloop/core/testing/adapter-contract";
import { type SkillLoopParts, skillLoopParts } from "../skill-loop-parts.ts";
import { withSkillLoop } from "../with-skill-loop.ts";
import { type Answer, scriptedModel } from "./scripted-model.ts";
import { mastraTools } from "./scripted-tools.ts";
import { stable } from "./stable-json.ts";

type Model = ReturnType<typeof scriptedModel>;

/** What agents with the same `shared` have in common: one model, which goes by who asks, and one adapter. */
interface Common {
  readonly model: Model;
  readonly answers: Map<string, Answer>;
  readonly parts: SkillLoopParts | undefined;
}

const resource = "contract";
const commons = new WeakMap<object, Common>();
let agents = 0;

function commonOf({ shared, skillLoop }: AgentSetup): Common {
  const known = shared === undefined ? undefined : commons.get(shared);
  if (known !== undefined) return known;
  const answers = new Map<string, Answer>();
  const common: Common = {
    answers,
    model: scriptedModel((request, caller) => {
      const answer = answers.get(caller);
      if (answer === undefined) throw new Error(`Nobody has scripted "${caller}".`);
      return answer(request, caller);
    }),
    parts: skillLoop === undefined ? undefined : skillLoopParts(skillLoop),
  };
  if (shared !== undefined) commons.set(shared, common);
  return common;
}

/** How an agent of Mastra passes control on: another agent, which it calls like a tool. */
const delegate: ScriptedTool = {
  name: "agent-helper",
  description: "Helps",
  fields: { prompt: "string" },
  run: () => "Mastra runs the helper itself.",
};

const helper = (): Agent =>
  new Agent({
    id: "helper",
    name: "helper",
    description: "Helps",
    instructions: "Help.",
    model: scriptedModel(() => ({ text: "Helped." })),
  });

export const mastraHarness: AdapterHarness = {
  name: "mastra",
  handOff: { tool: delegate },
  agent: (setup) => mastraAgent(setup),
};

function mastraAgent(setup: AgentSetup): AgentUnderTest {
  agents += 1;
  const name = `agent-${agents}`;
  const requests: SeenRequest[] = [];
  const { model, answers, parts } = commonOf(setup);
  answers.set(name, (request) => {
    requests.push(request);
    return setup.model(request, requests.length - 1);
  });
  const memory = new MockMemory();
  const config: AgentConfig = {
    id: "agent",
    name: "agent",
    instructions: "You are a careful assistant.",
    model,
    memory,
    tools: mastraTools(setup.tools.filter((tool) => tool !== delegate)),
    ...(setup.tools.includes(delegate) && { agents: { helper: helper() } }),
  };
  const mastra = new Mastra({
    agents: { agent: new Agent(parts === undefined ? config : withSkillLoop(config, parts)) },
    storage: new InMemoryStore(),
    logger: false,
  });
  const suspended = new Map<string, string>();
  let threads = 0;
  const turn = async (asked: AgentTurn): Promise<TurnOutcome> => {
    threads += 1;
    const thread = `${name}-${asked.thread ?? `own-${threads}`}`;
    const played = await play({ agent: mastra.getAgent("agent"), name, thread, suspended }, asked);
    const saved = await memory.recall({ threadId: thread, resourceId: resource });
    return { ...played, state: withoutName(saved.messages, name) };
  };
  return {
    turn,
    requests,
    flush: async (timeoutMs) =>
      parts?.flush({ endOpen: true, ...(timeoutMs !== undefined && { timeoutMs }) }),
    openRuns: () => parts?.openRuns() ?? 0,
  };
}

/**
 * Mastra gives the `cause` of a failed tool call's error in some runs of one script and leaves it out in the
 * others: in 7 and 8 of 200 plays without and with SkillLoop.
 */
function withoutCause(part: unknown): unknown {
  if (readField(part, "type") !== "tool-error") return part;
  return JSON.parse(JSON.stringify(part, (key, field: unknown) => (key === "cause" ? undefined : field)));
}

/** Two plays of one script name their threads differently. */
const withoutName = (value: unknown, name: string): unknown =>
  stable(JSON.parse(JSON.stringify(value ?? null).replaceAll(name, "agent")));

interface Stage {
  readonly agent: Agent;
  readonly name: string;
  readonly thread: string;
  readonly suspended: Map<string, string>;
}

async function play(stage: Stage, turn: AgentTurn): Promise<Omit<TurnOutcome, "state">> {
  try {
    return turn.mode === "generate" ? await generate(stage, turn) : await stream(stage, turn);
  } catch (error) {
    return { answer: "", error: messageOf(error), interrupted: false };
  }
}

const messageOf = (error: unknown): string => String(readField(error, "message") ?? error);

const optionsOf = ({ name, thread }: Stage, { stepLimit }: AgentTurn) => ({
  memory: { thread, resource },
  // Tells the shared model who asks; it is no part of the prompt.
  providerOptions: { contract: { agent: name } },
  ...(stepLimit !== undefined && { maxSteps: stepLimit }),
});

async function generate(stage: Stage, turn: AgentTurn): Promise<Omit<TurnOutcome, "state">> {
  const { agent, thread, suspended } = stage;
  const runId = turn.resume === undefined ? undefined : suspended.get(thread);
  const result =
    runId === undefined
      ? await agent.generate(turn.task, optionsOf(stage, turn))
      : await agent.resumeGenerate({ answer: turn.resume }, { ...optionsOf(stage, turn), runId });
  const interrupted = result.finishReason === "suspended";
  if (interrupted && result.runId !== undefined) suspended.set(thread, result.runId);
  return { answer: result.text, interrupted };
}

/** Long enough for a stream that nobody reads to come to its halt. */
const restMs = 150;

async function stream(stage: Stage, turn: AgentTurn): Promise<Omit<TurnOutcome, "state">> {
  const { agent, thread, suspended, name } = stage;
  const aborter = new AbortController();
  const options = {
    ...optionsOf(stage, turn),
    ...(turn.reading === "abort" && { abortSignal: aborter.signal }),
  };
  const runId = turn.resume === undefined ? undefined : suspended.get(thread);
  const output =
    runId === undefined
      ? await agent.stream(turn.task, options)
      : await agent.resumeStream({ answer: turn.resume }, { ...options, runId });
  if (turn.reading === "none") {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    return { answer: "", interrupted: false };
  }
  const parts: unknown[] = [];
  let error: string | undefined;
  for await (const part of output.fullStream) {
    parts.push(withoutCause(withoutName(part, name)));
    if (part.type === "error") error = messageOf(part.payload.error);
    if (part.type === "text-delta" && turn.reading === "abort") aborter.abort();
  }
  const interrupted = (await output.finishReason) === "suspended";
  if (interrupted) suspended.set(thread, output.runId);
  const answer = error === undefined ? await output.text : "";
  return { answer, ...(error !== undefined && { error }), interrupted, parts };
}
