import { BaseCallbackHandler } from "@langchain/core/callbacks/base";
import { awaitAllCallbacks } from "@langchain/core/callbacks/promises";
import {
  type AdapterOptions,
  createLangchainCallbacks,
  type FlushOptions,
  type LangchainCall,
  type LangchainCallbacks,
  recordsFor,
} from "@skillloop/core/adapter/langchain";
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
  /** By this a middleware, a chain's step or a graph's node of the same loop finds the recorder (LG6). */
  readonly [recordsFor]: LangchainCallbacks;

  constructor(options: AdapterOptions<LangchainCall>) {
    super();
    this[recordsFor] = createLangchainCallbacks(options, {
      now: () => performance.now(),
      place: currentPlace,
      task: () => taskOf(options.loop),
    });
  }

  /** How many runs, events without their end, and messages that show a note there are. */
  get size(): number {
    return this[recordsFor].size;
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
    const recorder = this[recordsFor];
    // A task of its own for each body: two users' bodies may be given one id.
    const task = { id: taskId };
    recorder.openTask(task);
    try {
      const result = await inTask(recorder.loop, task, async () => body());
      recorder.endTask(task, "completed");
      return result;
    } catch (error) {
      recorder.endTask(task, "failed", error);
      throw error;
    }
  }

  /**
   * Waits until what LangChain has told so far is recorded and stored, at most `timeoutMs`. Call it before
   * a serverless function returns. What still waits for its model, a tool or a person goes on, unless
   * `endOpen` is true; graphs that still run go on in any case.
   */
  async flush(options?: FlushOptions): Promise<void> {
    const { timeoutMs, endOpen = false } = options ?? {};
    const started = performance.now();
    await withinTime(awaitAllCallbacks(), timeoutMs);
    const left = timeoutMs === undefined ? undefined : timeoutMs - (performance.now() - started);
    await this[recordsFor].flush({ endOpen, ...(left !== undefined && { timeoutMs: Math.max(1, left) }) });
  }

  override handleChatModelStart(...event: Parameters<Events["handleChatModelStart"]>): Promise<void> {
    return this[recordsFor].handleChatModelStart(...event);
  }

  override handleLLMStart(...event: Parameters<Events["handleLLMStart"]>): Promise<void> {
    return this[recordsFor].handleLLMStart(...event);
  }

  override handleLLMNewToken(...event: Parameters<Events["handleLLMNewToken"]>): void {
    this[recordsFor].handleLLMNewToken(...event);
  }

  override handleLLMEnd(...event: Parameters<Events["handleLLMEnd"]>): Promise<void> {
    return this[recordsFor].handleLLMEnd(...event);
  }

  override handleLLMError(...event: Parameters<Events["handleLLMError"]>): Promise<void> {
    return this[recordsFor].handleLLMError(...event);
  }

  /** The parameters stand as LangChain passes them; its own types name them in another order. */
  override handleChainStart(...event: Parameters<Events["handleChainStart"]>): Promise<void> {
    return this[recordsFor].handleChainStart(...event);
  }

  override handleChainEnd(...event: Parameters<Events["handleChainEnd"]>): Promise<void> {
    return this[recordsFor].handleChainEnd(...event);
  }

  override handleChainError(...event: Parameters<Events["handleChainError"]>): Promise<void> {
    return this[recordsFor].handleChainError(...event);
  }

  override handleToolStart(...event: Parameters<Events["handleToolStart"]>): Promise<void> {
    return this[recordsFor].handleToolStart(...event);
  }

  override handleToolEnd(...event: Parameters<Events["handleToolEnd"]>): Promise<void> {
    return this[recordsFor].handleToolEnd(...event);
  }

  override handleToolError(...event: Parameters<Events["handleToolError"]>): Promise<void> {
    return this[recordsFor].handleToolError(...event);
  }
}
