import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import type { Loop } from "@skillloop/core";
import {
  type AdapterOptions,
  createLangchainCallbacks,
  type LangchainCall,
  type LangchainCallbacks,
} from "@skillloop/core/adapter";
import { handlersOf, keepHandler } from "./graph-handlers.ts";
import { recordsFor } from "./is-recorded.ts";

/** Records every run of the graph it is bound to, and shows its models what is known. */
export class GraphHandler extends BaseCallbackHandler {
  readonly name = "skillloop_graph_handler";
  /** A request waits for its notes, so LangChain has to wait for this handler. */
  override readonly awaitHandlers = true;
  readonly [recordsFor]: Loop;
  readonly callbacks: LangchainCallbacks;

  constructor(options: AdapterOptions<LangchainCall>) {
    super();
    this[recordsFor] = options.loop;
    this.callbacks = createLangchainCallbacks(options, {
      now: () => performance.now(),
      place: currentPlace,
    });
    Object.assign(this, this.#methods());
    keepHandler(options.loop, this);
  }

  /** How many runs, and events without their end, are open. */
  get size(): number {
    return this.callbacks.size;
  }

  /** One handler has one recorder: a copy would record everything twice. */
  override copy(): GraphHandler {
    return this;
  }

  /** Methods as LangChain calls them: its types name the parameters in another order than it passes them. */
  #methods(): Partial<LangchainCallbacks> {
    const { callbacks } = this;
    return {
      handleChatModelStart: this.#started(callbacks.handleChatModelStart),
      handleLLMStart: this.#started(callbacks.handleLLMStart),
      handleChainStart: this.#started(callbacks.handleChainStart),
      handleToolStart: this.#started(callbacks.handleToolStart),
      handleLLMEnd: callbacks.handleLLMEnd,
      handleLLMError: callbacks.handleLLMError,
      handleChainEnd: callbacks.handleChainEnd,
      handleChainError: callbacks.handleChainError,
      handleToolEnd: callbacks.handleToolEnd,
      handleToolError: callbacks.handleToolError,
    };
  }

  /** Starts come as (what, input, run, parent run, ...). An end of what was not started here does nothing. */
  #started<Event extends unknown[], Result>(
    tell: (...event: Event) => Promise<Result>,
  ): (...event: Event) => Promise<Result | undefined> {
    return async (...event) => (this.#isOfAnother(event[2], event[3]) ? undefined : tell(...event));
  }

  /**
   * A graph inside a graph, each with its own handler, tells both of every event: the one that saw the
   * outermost run records it (LG6).
   */
  #isOfAnother(runId: unknown, parentRunId: unknown): boolean {
    return handlersOf(this[recordsFor]).some(
      (other) =>
        other !== this &&
        [runId, parentRunId].some((id) => typeof id === "string" && other.callbacks.knows(id)),
    );
  }
}

/** The graph node that the calling code is part of: one task of one step. `undefined` outside graphs. */
function currentPlace(): string | undefined {
  const metadata = AsyncLocalStorageProviderSingleton.getRunnableConfig()?.metadata;
  const place: unknown = metadata?.["langgraph_checkpoint_ns"];
  return typeof place === "string" && place !== "" ? place : undefined;
}
