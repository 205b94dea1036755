import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { awaitAllCallbacks } from "@langchain/core/callbacks/promises";
import {
  type AdapterOptions,
  createLangchainCallbacks,
  type LangchainCall,
  type LangchainCallbacks,
} from "@skillloop/core/adapter";
import { currentPlace } from "./graph-place.ts";
import { inTask, taskOf } from "./task-scope.ts";
import { withinTime } from "./within-time.ts";

type Events = LangchainCallbacks;

/**
 * Records every run of an agent, a graph, a chain or a plain loop that it is given to as a callback, and
 * shows the model what is known: project notes behind the task, and a hint behind a result that failed.
 * One handler serves concurrent runs. It never throws into the host.
 *
 * @example
 * await agent.invoke(input, { callbacks: [new SkillLoopCallbackHandler({ loop })] });
 */
export class SkillLoopCallbackHandler extends BaseCallbackHandler {
  readonly name = "skillloop_callback_handler";
  /** A request waits for its notes, so LangChain has to wait for this handler. */
  override readonly awaitHandlers = true;
  readonly #callbacks: LangchainCallbacks;

  constructor(options: AdapterOptions<LangchainCall>) {
    super();
    this.#callbacks = createLangchainCallbacks(options, {
      now: () => performance.now(),
      place: currentPlace,
      taskId: () => taskOf(this),
    });
  }

  /** How many runs, events without their end, and messages that show a note there are. */
  get size(): number {
    return this.#callbacks.size;
  }

  /** The recorder behind it, for the middleware of the same agent. */
  get recorder(): LangchainCallbacks {
    return this.#callbacks;
  }

  /** One handler has one recorder: a copy would record everything twice. */
  override copy(): SkillLoopCallbackHandler {
    return this;
  }

  /**
   * Runs the body as one task: the model and tool calls in it are one run, which ends with the body, as
   * failed when it throws. For a loop of your own around `model.bindTools(tools)`. Gives back what the body
   * gives, and throws what it throws.
   */
  async runTask<T>(taskId: string, body: () => Promise<T> | T): Promise<T> {
    this.#callbacks.openTask(taskId);
    try {
      const result = await inTask(this, taskId, async () => body());
      this.#callbacks.endTask(taskId, "completed");
      return result;
    } catch (error) {
      this.#callbacks.endTask(taskId, "failed", error);
      throw error;
    }
  }

  /**
   * Waits until what LangChain has told so far is recorded and stored, at most `timeoutMs`. Call it before
   * a serverless function returns. Ends plain loops that nothing goes on with; graphs that still run go on.
   */
  async flush(options?: { readonly timeoutMs?: number }): Promise<void> {
    const started = performance.now();
    await withinTime(awaitAllCallbacks(), options?.timeoutMs);
    const left =
      options?.timeoutMs === undefined ? undefined : options.timeoutMs - (performance.now() - started);
    await this.#callbacks.flush(left === undefined ? undefined : { timeoutMs: Math.max(1, left) });
  }

  override handleChatModelStart(...event: Parameters<Events["handleChatModelStart"]>): Promise<void> {
    return this.#callbacks.handleChatModelStart(...event);
  }

  override handleLLMStart(...event: Parameters<Events["handleLLMStart"]>): Promise<void> {
    return this.#callbacks.handleLLMStart(...event);
  }

  override handleLLMNewToken(...event: Parameters<Events["handleLLMNewToken"]>): void {
    this.#callbacks.handleLLMNewToken(...event);
  }

  override handleLLMEnd(...event: Parameters<Events["handleLLMEnd"]>): Promise<void> {
    return this.#callbacks.handleLLMEnd(...event);
  }

  override handleLLMError(...event: Parameters<Events["handleLLMError"]>): Promise<void> {
    return this.#callbacks.handleLLMError(...event);
  }

  /** The parameters stand as LangChain passes them; its own types name them in another order. */
  override handleChainStart(...event: Parameters<Events["handleChainStart"]>): Promise<void> {
    return this.#callbacks.handleChainStart(...event);
  }

  override handleChainEnd(...event: Parameters<Events["handleChainEnd"]>): Promise<void> {
    return this.#callbacks.handleChainEnd(...event);
  }

  override handleChainError(...event: Parameters<Events["handleChainError"]>): Promise<void> {
    return this.#callbacks.handleChainError(...event);
  }

  override handleToolStart(...event: Parameters<Events["handleToolStart"]>): Promise<void> {
    return this.#callbacks.handleToolStart(...event);
  }

  override handleToolEnd(...event: Parameters<Events["handleToolEnd"]>): Promise<void> {
    return this.#callbacks.handleToolEnd(...event);
  }

  override handleToolError(...event: Parameters<Events["handleToolError"]>): Promise<void> {
    return this.#callbacks.handleToolError(...event);
  }
}
