import type { AdapterOptions, LangchainCall } from "@skillloop/core/adapter/langchain";
import { GraphHandler } from "./graph-handler.ts";

/** A compiled graph, or LangChain's agent around one. */
export interface ConfigurableGraph {
  withConfig(config: { readonly callbacks: GraphHandler[] }): unknown;
}

/**
 * A graph that is used like the one given, and from which SkillLoop learns: every tool call of every run is
 * recorded, also when the graph throws, is cut off by its step limit, or is interrupted and resumed; and its
 * models are shown what is known. The graph given stays as it is.
 *
 * @example
 * const graph = withSkillLoop(builder.compile({ checkpointer }), { loop });
 */
export function withSkillLoop<Graph extends ConfigurableGraph>(
  graph: Graph,
  options: AdapterOptions<LangchainCall>,
): Graph {
  return graph.withConfig({ callbacks: [new GraphHandler(options)] }) as Graph;
}
