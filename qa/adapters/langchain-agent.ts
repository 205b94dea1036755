import type { BaseMessage } from "@langchain/core/messages";
import type { BenchAgent } from "./bench-agent.ts";

/** What an agent of LangChain and a compiled graph have in common. */
export interface MessageGraph {
  invoke(input: object, config: object): Promise<{ readonly messages: readonly BaseMessage[] }>;
  stream(input: object, config: object): Promise<AsyncIterable<unknown>>;
}

/** Far above what any plan needs: a run that does not end is a fault of the benchmark. */
const RECURSION_LIMIT = 200;

/** Runs a graph of messages as a host does. */
export function messageAgent(
  graph: MessageGraph,
  config: object,
  adapter: Pick<BenchAgent, "flush" | "openRuns">,
): BenchAgent {
  const input = (task: string) => ({ messages: [{ role: "user", content: task }] });
  return {
    ...adapter,
    async run(task, { signal } = {}) {
      const { messages } = await graph.invoke(input(task), {
        ...config,
        recursionLimit: RECURSION_LIMIT,
        ...(signal && { signal }),
      });
      return String(messages.at(-1)?.content ?? "");
    },
    async firstChunk(task) {
      const start = performance.now();
      let first = Number.NaN;
      for await (const _ of await graph.stream(input(task), { ...config, streamMode: "messages" })) {
        if (Number.isNaN(first)) first = performance.now() - start;
      }
      return first;
    },
  };
}

/** What a bare framework leaves to flush and to close. */
export const noAdapter: Pick<BenchAgent, "flush" | "openRuns"> = {
  flush: async () => {},
  openRuns: () => 0,
};
