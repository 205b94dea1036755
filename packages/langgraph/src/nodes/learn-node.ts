import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import { assertLoop, type Transcript } from "@skillloop/core/adapter/langchain";
import { isRecorded } from "../graph/is-recorded.ts";
import { graphOf } from "../state/graph-of.ts";
import { askingIds, readTurn } from "../state/read-turn.ts";
import { type SkillLoopGraphState, withoutNotes } from "../state/skill-loop-notes.ts";
import { callCount } from "../state/unlearned.ts";
import { isTold } from "./given-up-runs.ts";
import type { SkillLoopNodeOptions } from "./node-options.ts";
import { isForeign, runOfNode, shownAgain, tableOf, unstored } from "./node-runs.ts";
import type { SkillLoopNodeUpdate } from "./recall-node.ts";
import { recordTurn } from "./record-turn.ts";

/**
 * A node for the end of a graph: records all calls since the user's message with their results, asks
 * `verify`, and hands the run to the loop in the background. Calls that it recorded before are not recorded
 * again, on a resumed or continued thread neither. Never throws.
 *
 * @example
 * graph.addNode("learn", learnNode({ loop, verify })).addEdge("learn", END);
 */
export function learnNode(options: SkillLoopNodeOptions) {
  assertLoop(options);
  return async (
    state: SkillLoopGraphState,
    config: LangGraphRunnableConfig = {},
  ): Promise<SkillLoopNodeUpdate> => {
    try {
      return await learn(state, config, options);
    } catch (error) {
      options.loop.report(error, "langgraph.learn");
      return {};
    }
  };
}

async function learn(
  state: SkillLoopGraphState,
  config: LangGraphRunnableConfig,
  options: SkillLoopNodeOptions,
): Promise<SkillLoopNodeUpdate> {
  const turn = readTurn(state.messages, state.skillloop, { graph: graphOf(config) });
  const { notes, news, agent } = turn;
  if (turn.taskKey === "" || isRecorded(config, options.loop)) return {};
  if ((agent ?? notes)?.ended === true && callCount(news) === 0) return {};
  if (notes !== undefined && isForeign({ options, state, config, turn })) {
    return { skillloop: { ...withoutNotes(notes), learned: turn.calls, ended: true } };
  }
  const run = runOfNode({ options, state, config, turn });
  if (run === undefined) return {};
  if (options.verify !== undefined) run.verify = options.verify;
  recordTurn(run, unstored(options, run, turn));
  run.said(lastWords(news));
  if ((notes?.block ?? "") !== "") await shownAgain(run, turn);
  isTold(run);
  void tableOf(options).end(run, "completed");
  const runId = notes?.runId ?? run.id;
  if (agent !== undefined) {
    const { name, from } = agent;
    const learned = [...agent.learned, ...askingIds(state.messages, news)];
    return { skillloop: { runId, agents: { [name]: { from, learned, ended: true } } } };
  }
  return { skillloop: { runId, task: turn.taskKey, learned: turn.calls, ended: true } };
}

function lastWords({ entries }: Transcript): string {
  const last = entries.at(-1);
  return last?.kind === "asked" && last.calls.length === 0 ? last.text : "";
}
