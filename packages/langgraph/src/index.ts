export type {
  AdapterOptions,
  CheckResult,
  FinishedRun,
  FlushOptions,
} from "@skillloop/core/adapter/langchain";
export { flushSkillLoop, openRuns } from "./flush-skill-loop.ts";
export { type ConfigurableGraph, withSkillLoop } from "./graph/with-skill-loop.ts";
export { learnNode } from "./nodes/learn-node.ts";
export type { NodeCall, RecallNodeOptions, SkillLoopNodeOptions } from "./nodes/node-options.ts";
export { recallNode, type SkillLoopNodeUpdate } from "./nodes/recall-node.ts";
export { SkillLoopToolNode, type SkillLoopToolNodeOptions } from "./nodes/skill-loop-tool-node.ts";
export { messagesWithNotes } from "./state/messages-with-notes.ts";
export { SkillLoopAnnotation, skillLoopChannels } from "./state/skill-loop-annotation.ts";
export {
  mergeSkillLoopNotes,
  type SkillLoopGraphState,
  type SkillLoopNotes,
  type SkillLoopUpdate,
} from "./state/skill-loop-notes.ts";
export { skillLoopValue } from "./state/skill-loop-value.ts";
export type { SkillItemValue } from "./store/skill-item.ts";
export { SkillLoopStore, type SkillLoopStoreOptions } from "./store/skill-loop-store.ts";
export { skillNamespace } from "./store/skill-namespace.ts";
export type { SkillIndex } from "./store/skill-vectors.ts";
