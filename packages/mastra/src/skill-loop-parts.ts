import type { Processor } from "@mastra/core/processors";
import type { ToolHooks } from "@mastra/core/tools";
import { assertLoop, type FlushOptions } from "@skillloop/core/adapter";
import { AgentRequests } from "./agent-requests.ts";
import type { SkillLoopOptions } from "./skill-loop-options.ts";

/** Belongs into `inputProcessors` and `outputProcessors` alike: it reads requests, and sees them finish. */
export type SkillLoopProcessor = Processor<"skillloop"> &
  Required<Pick<Processor, "processLLMRequest" | "processOutputResult">>;

/** What `withSkillLoop` merges into a configuration, for one or many agents. */
export interface SkillLoopParts {
  readonly processor: SkillLoopProcessor;
  readonly hooks: Required<ToolHooks>;
  /**
   * Waits until what has ended is stored, or `timeoutMs` are over. Runs that a model, a tool or a person is
   * still to answer stay open; `endOpen: true` ends them too, as `aborted` (suspended ones, streams that
   * nobody reads): for a process that is about to freeze or go away and serves nobody else.
   */
  flush(options?: FlushOptions): Promise<void>;
  /** How many runs are open. */
  openRuns(): number;
}

/**
 * The parts of SkillLoop for Mastra. None of them throws into the agent or changes what it is given.
 *
 * @example
 * const { processor, hooks } = skillLoopParts({ loop });
 * new Agent({ ...config, inputProcessors: [processor], outputProcessors: [processor], hooks });
 */
export function skillLoopParts(options: SkillLoopOptions): SkillLoopParts {
  assertLoop(options);
  const requests = new AgentRequests(options);
  const guarded = <T>(event: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      options.loop.report(error, event);
      return undefined;
    }
  };
  return {
    processor: {
      id: "skillloop",
      name: "SkillLoop",
      async processLLMRequest(args) {
        try {
          const prompt = await requests.request(args);
          return prompt === args.prompt ? undefined : { prompt };
        } catch (error) {
          options.loop.report(error, "mastra.request");
          return undefined;
        }
      },
      processOutputResult(args) {
        guarded("mastra.finished", () => requests.finished(args));
        // Anything returned would be put into the message list anew; Mastra takes nothing as "unchanged".
        return undefined as unknown as typeof args.messages;
      },
    },
    hooks: {
      beforeToolCall: (call) => guarded("mastra.tool", () => requests.toolStarted(call)),
      afterToolCall: (call) =>
        guarded("mastra.tool", () => requests.toolEnded(call, call.output, call.error)),
    },
    flush: (flushOptions) => requests.flush(flushOptions),
    openRuns: () => requests.size,
  };
}
