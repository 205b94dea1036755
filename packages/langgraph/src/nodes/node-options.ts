import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { AdapterOptions } from "@skillloop/core/adapter/langchain";
import type { SkillLoopGraphState } from "../state/skill-loop-notes.ts";

/** One call of a node, as `scope` and `taskId` are given it. */
export interface NodeCall {
  readonly state: SkillLoopGraphState;
  readonly config: LangGraphRunnableConfig;
}

/** Give every node of a graph the same options: a run takes what concerns it from the first node it meets. */
export type SkillLoopNodeOptions = AdapterOptions<NodeCall>;

export interface RecallNodeOptions extends SkillLoopNodeOptions {
  /** What the agent can call. A skill whose example needs another tool is held back. */
  readonly tools?: readonly (string | { readonly name: string })[];
}
