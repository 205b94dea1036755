import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { isRecorded } from "../graph/is-recorded.ts";
import { readTurn } from "../state/read-turn.ts";
import type { SkillLoopGraphState, SkillLoopUpdate } from "../state/skill-loop-notes.ts";
import type { RecallNodeOptions } from "./node-options.ts";
import { runOfNode } from "./node-runs.ts";

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
  // The same task again is the same run, on a loop through this node too: its bytes stay.
  if (task === "" || task === state.skillloop?.task) return {};
  const runId = crypto.randomUUID();
  if (isRecorded(config, options.loop)) return { skillloop: { runId, task } };
  const tools = options.tools?.map((tool) => (typeof tool === "string" ? tool : tool.name));
  const run = runOfNode({ options, state, config, turn, runId, tools });
  if (run === undefined) return { skillloop: { runId, task } };
  // Until a learn node says otherwise, the run was cut off.
  run.unanswered = 1;
  const { block } = await run.notes({ ...turn.transcript, entries: [] });
  return { skillloop: { runId, task, block } };
}
