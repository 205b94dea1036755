import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";
import {
  type AdapterOptions,
  createLangchainCallbacks,
  type LangchainCall,
  type LangchainCallbacks,
  type RecordingHandler,
  recordsFor,
} from "@skillloop/core/adapter/langchain";
import { type Claims, claimsOf, keepHandler } from "./graph-handlers.ts";

/** Records every run of the graph it is bound to, and shows its models what is known. */
export class GraphHandler extends BaseCallbackHandler implements RecordingHandler {
  readonly name = "skillloop_graph_handler";
  /** A request waits for its notes, so LangChain has to wait for this handler. */
  override readonly awaitHandlers = true;
  readonly callbacks: LangchainCallbacks;
  readonly [recordsFor]: LangchainCallbacks;
  readonly #claims: Claims;

  constructor(options: AdapterOptions<LangchainCall>) {
    super();
    this.callbacks = createLangchainCallbacks(options, {
      now: () => performance.now(),
      place: currentPlace,
    });
    this[recordsFor] = this.callbacks;
    this.#claims = claimsOf(options.loop);
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
      handleLLMNewToken: callbacks.handleLLMNewToken,
      handleLLMEnd: this.#ended(callbacks.handleLLMEnd),
      handleLLMError: this.#ended(callbacks.handleLLMError),
      handleChainEnd: this.#ended(callbacks.handleChainEnd),
      handleChainError: this.#ended(callbacks.handleChainError),
      handleToolEnd: this.#ended(callbacks.handleToolEnd),
      handleToolError: this.#ended(callbacks.handleToolError),
    };
  }

  /**
   * Starts come as (what, input, run, parent run, ...). A graph inside a graph, each with its own handler,
   * tells both of every event: the one that saw the outermost run records it (LG6).
   */
  #started<Event extends unknown[], Result>(
    tell: (...event: Event) => Promise<Result>,
  ): (...event: Event) => Promise<Result | undefined> {
    return async (...event) => {
      const [, , runId, parentRunId] = event;
      const others = [this.#claims.of(runId), this.#claims.of(parentRunId)];
      if (others.some((other) => other !== undefined && other !== this)) return undefined;
      if (typeof runId === "string") this.#claims.set(runId, this);
      return tell(...event);
    };
  }

  /** Ends come as (output, run). An end of what was not started here does nothing. */
  #ended<Payload>(
    tell: (payload: Payload, runId: string) => Promise<void>,
  ): (payload: Payload, runId: string) => Promise<void> {
    // Not async: how far LangGraph's streams get before an error hangs on each turn of the queue.
    return (payload, runId) => {
      if (this.#claims.of(runId) !== this) return Promise.resolve();
      this.#claims.delete(runId);
      return tell(payload, runId);
    };
  }
}

/** The graph node that the calling code is part of: one task of one step. `undefined` outside graphs. */
function currentPlace(): string | undefined {
  const metadata = AsyncLocalStorageProviderSingleton.getRunnableConfig()?.metadata;
  const place: unknown = metadata?.["langgraph_checkpoint_ns"];
  return typeof place === "string" && place !== "" ? place : undefined;
}
