import type { ToolHooks } from "@mastra/core/tools";

/**
 * The host's hooks with ours around them. Ours sees a call first and its end last, so that a call which the
 * host's hook answers or fails is recorded as the model sees it; what the host's returns or throws is kept.
 */
export function chainToolHooks(host: ToolHooks | undefined, own: Required<ToolHooks>): ToolHooks {
  if (host === undefined) return { ...own };
  return {
    ...host,
    async beforeToolCall(call) {
      own.beforeToolCall(call);
      let decision: Awaited<ReturnType<Required<ToolHooks>["beforeToolCall"]>>;
      try {
        decision = await host.beforeToolCall?.(call);
      } catch (error) {
        own.afterToolCall({ ...call, error });
        throw error;
      }
      if (decision?.proceed === false) own.afterToolCall({ ...call, output: decision.output });
      return decision;
    },
    async afterToolCall(call) {
      try {
        await host.afterToolCall?.(call);
      } catch (error) {
        own.afterToolCall({ ...call, output: undefined, error });
        throw error;
      }
      own.afterToolCall(call);
    },
  };
}
