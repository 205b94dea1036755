import { type AdapterOptions, type LangchainCall, SkillLoopError } from "@skillloop/core/adapter/langchain";
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
 * @throws {SkillLoopError} `INVALID_OPTIONS` for a graph that is not compiled, or options without a loop
 *
 * @example
 * const graph = withSkillLoop(builder.compile({ checkpointer }), { loop });
 */
export function withSkillLoop<Graph extends ConfigurableGraph>(
  graph: Graph,
  options: AdapterOptions<LangchainCall>,
): Graph {
  if (typeof graph?.withConfig !== "function") {
    throw new SkillLoopError({
      code: "INVALID_OPTIONS",
      message: "withSkillLoop was given something other than a compiled graph.",
      remedy: "Give it what `compile()` of your graph gives, or an agent that LangChain has made.",
    });
  }
  return graph.withConfig({ callbacks: [new GraphHandler(options)] }) as Graph;
}
