import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { assertLoop } from "@skillloop/core/adapter/langchain";
import { isRecorded } from "../graph/is-recorded.ts";
import { graphOf } from "../state/graph-of.ts";
import { readTurn } from "../state/read-turn.ts";
import {
  isOfScope,
  type SkillLoopGraphState,
  type SkillLoopNotes,
  type SkillLoopUpdate,
} from "../state/skill-loop-notes.ts";
import type { RecallNodeOptions } from "./node-options.ts";
import { runName, runOfNode, scopeOf } from "./node-runs.ts";

/** What the nodes write: their own channel, and nothing else. */
export interface SkillLoopNodeUpdate {
  skillloop?: SkillLoopUpdate;
}

/**
 * A node for the beginning of a graph: looks up what is known about what the user asked last, and writes it
 * into the channel `skillloop`, from where `messagesWithNotes` takes it. Waits at most as long as the loop's
 * recall budget, and never throws.
 *
 * @example
 * graph.addNode("recall", recallNode({ loop }));
 */
export function recallNode(options: RecallNodeOptions) {
  assertLoop(options);
  return async (
    state: SkillLoopGraphState,
    config: LangGraphRunnableConfig = {},
  ): Promise<SkillLoopNodeUpdate> => {
    try {
      return await recall(state, config, options);
    } catch (error) {
      options.loop.report(error, "langgraph.recall");
      return {};
    }
  };
}

async function recall(
  state: SkillLoopGraphState,
  config: LangGraphRunnableConfig,
  options: RecallNodeOptions,
): Promise<SkillLoopNodeUpdate> {
  const turn = readTurn(state.messages, undefined);
  const task = turn.taskKey;
  if (task === "") return {};
  const graph = graphOf(config);
  const known = state.skillloop;
  const isSame = known !== undefined && known.task === task;
  if (isSame && isOfScope(known, scopeOf(options, { state, config }))) {
    // The same task again is the same run, on a loop through this node too: its bytes stay.
    if (known.graph === graph || graph in known.agents) return {};
    return joinTask(state, config, options, known, graph);
  }
  const runId = crypto.randomUUID();
  if (isRecorded(config, options.loop)) return { skillloop: { runId, task, graph } };
  // Of a task that somebody else has begun, what was done so far is not this user's.
  const learned = isSame ? turn.calls : 0;
  const run = runOfNode({ options, state, config, turn, runId, tools: toolNames(options) });
  if (run === undefined) return { skillloop: { runId, task, graph, learned } };
  // Until a learn node says otherwise, the run was cut off.
  run.unanswered = 1;
  const { block } = await run.notes({ ...turn.transcript, entries: [] });
  return { skillloop: { runId, task, graph, block, scope: run.scopeKey, learned } };
}

/** A graph inside the one whose task this is: an agent of its own, which has the same block before it. */
async function joinTask(
  state: SkillLoopGraphState,
  config: LangGraphRunnableConfig,
  options: RecallNodeOptions,
  known: SkillLoopNotes,
  graph: string,
): Promise<SkillLoopNodeUpdate> {
  if (isRecorded(config, options.loop)) return {};
  const { runId } = known;
  const agent = { from: readTurn(state.messages, known).calls, learned: [], ended: false };
  const notes = { ...known, agents: { ...known.agents, [graph]: agent } };
  const turn = readTurn(state.messages, notes, { graph });
  const run = runOfNode({ options, state, config, turn, runId: runName(turn), tools: toolNames(options) });
  if (run === undefined) return {};
  run.unanswered = 1;
  await run.notes({ ...turn.transcript, entries: [] });
  return { skillloop: { runId, agents: { [graph]: agent } } };
}

const toolNames = ({ tools }: RecallNodeOptions): readonly string[] | undefined =>
  tools?.map((tool) => (typeof tool === "string" ? tool : tool.name));
