import type { LangGraphRunnableConfig } from "@langchain/langgraph";
import type { AgentNotes, SkillLoopNotes } from "./skill-loop-notes.ts";

/**
 * Names the graph that a node is part of: one execution of one graph inside another, the same after a resume.
 * `""` for the outermost.
 */
export function graphOf({ metadata }: LangGraphRunnableConfig): string {
  const place: unknown = metadata?.["langgraph_checkpoint_ns"];
  return typeof place === "string" ? place.split("|").slice(0, -1).join("|") : "";
}

export interface OwnAgent extends AgentNotes {
  readonly name: string;
}

/** The agent that works in a graph: its own, or that of the nearest graph around it that has one. */
export function agentIn(notes: SkillLoopNotes, graph: string): OwnAgent | undefined {
  const around = Object.keys(notes.agents ?? {}).filter(
    (name) => name === "" || graph === name || graph.startsWith(`${name}|`),
  );
  const name = around.sort((a, b) => b.length - a.length)[0];
  const agent = name === undefined ? undefined : notes.agents[name];
  return name === undefined || agent === undefined ? undefined : { ...agent, name };
}
