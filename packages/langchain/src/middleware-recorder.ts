import type { Loop } from "@skillloop/core";
import {
  type AdapterOptions,
  type AgentRun,
  isAbort,
  type LangchainCall,
  langchainTranscript,
  RunTable,
  readChatMessage,
  recordResponse,
  type Transcript,
} from "@skillloop/core/adapter/langchain";
import { type AgentInvocation, MiddlewareRuns } from "./middleware-runs.ts";

/** A request that a middleware has recorded. */
export interface MiddlewareRequest {
  readonly run: AgentRun;
  readonly transcript: Transcript;
}

/** How long an answer is taken for the last one of its agent only when nothing goes on, in milliseconds. */
const graceMs = 1_000;

/** Records what passes a middleware by itself, without any callback. */
export class MiddlewareRecorder {
  readonly table: RunTable<LangchainCall>;
  readonly #loop: Loop;
  readonly #runs: MiddlewareRuns;
  /** Runs that are over unless a further request comes, and how to stop waiting for one. */
  readonly #answered = new Map<AgentRun, () => void>();

  constructor(options: AdapterOptions<LangchainCall>) {
    const { loop, taskId } = options;
    this.#loop = loop;
    const named = (call: LangchainCall): string | undefined =>
      (typeof taskId === "function" ? taskId(call) : taskId) ?? call.taskId;
    this.table = new RunTable({ ...options, taskId: named }, (run) => {
      this.#runs.drop(run);
      this.#goesOn(run);
    });
    this.#runs = new MiddlewareRuns(this.table);
  }

  start(
    invocation: AgentInvocation,
    messages: readonly unknown[],
    tools: readonly string[] | undefined,
  ): MiddlewareRequest | undefined {
    const transcript = langchainTranscript(messages);
    const run = this.#runs.of(invocation, transcript, tools);
    if (run === undefined) return undefined;
    this.#goesOn(run);
    run.unanswered += 1;
    run.held = true;
    run.observe(transcript);
    return { run, transcript };
  }

  /** What the model, and middleware inside this one, gave back: a message, or a state with messages. */
  end({ run }: MiddlewareRequest, given: unknown): void {
    this.#close(run);
    let open = 0;
    for (const message of messagesIn(given)) {
      const response = readChatMessage(message);
      open += response.calls.length;
      recordResponse(run, response);
    }
    // No event tells the end of an agent; middleware further out may still ask the model again.
    if (open > 0 || run.hasOpenCalls) return;
    this.#endSoon(run);
  }

  /** A request failed. It may be sent again until the graph gives its node up, which its signal tells. */
  fail({ run }: MiddlewareRequest, error: unknown, signal: AbortSignal | undefined): void {
    this.#close(run);
    run.failure = { error };
    const end = (): void => {
      if (run.failure?.error === error)
        void this.table.end(run, isAbort(error) ? "aborted" : "failed", error);
    };
    if (isAbort(error) || signal?.aborted === true) end();
    else signal?.addEventListener("abort", end, { once: true });
  }

  #close(run: AgentRun): void {
    run.unanswered -= 1;
    run.held = run.unanswered > 0;
    this.table.touch(run);
  }

  /** Whoever flushes the loop knows that the agent has answered, and does not wait out the grace. */
  #endSoon(run: AgentRun): void {
    // Two requests of one run may both have its last answer.
    this.#goesOn(run);
    const end = (): void => void this.table.end(run, "completed");
    const timer = setTimeout(end, graceMs);
    (timer as { unref?: () => void }).unref?.();
    const over = new Promise<void>((resolve) => {
      this.#answered.set(run, () => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.#loop.waitFor(over, end);
  }

  #goesOn(run: AgentRun): void {
    this.#answered.get(run)?.();
    this.#answered.delete(run);
  }
}

function messagesIn(given: unknown): readonly unknown[] {
  if (typeof given !== "object" || given === null) return [];
  return "messages" in given && Array.isArray(given.messages) ? given.messages : [given];
}
