import { readString } from "../../trace/json-value.ts";
import type { Trace } from "../../types/trace.ts";
import type { AdapterOptions } from "../adapter-options.ts";
import { assertLoop } from "../assert-loop.ts";
import type { FlushOptions } from "../flush-options.ts";
import { offeredTools } from "./chat-response.ts";
import { eventFacts, type HostTask, type LangchainCall, type LangchainHost } from "./langchain-call.ts";
import { endByError } from "./langchain-errors.ts";
import type { RecordedRequest } from "./langchain-recorder.ts";
import type { LangchainSurroundings } from "./langchain-surroundings.ts";
import { loopRecorder } from "./loop-recorder.ts";

export type { RecordedRequest } from "./langchain-recorder.ts";
export type { LangchainSurroundings } from "./langchain-surroundings.ts";

/** Everything a LangChain callback handler does, without LangChain. */
export type LangchainCallbacks = ReturnType<typeof createLangchainCallbacks>;

/**
 * The methods of a LangChain callback handler that records every run it sees and, unless `inject` is false,
 * shows the model what is known. The parameters stand as LangChain passes them, which differs from its types.
 * One instance serves concurrent runs, and those of one loop share them: a run that several of them meet, at
 * once or one after another, is one run, with the options of the one that met it first. Nothing in it throws or rejects; its handler has to be awaited
 * (`awaitHandlers`), because a request waits for its notes.
 */
export function createLangchainCallbacks(
  options: AdapterOptions<LangchainCall>,
  surroundings: LangchainSurroundings = {},
) {
  assertLoop(options);
  const recorder = loopRecorder(options, surroundings);
  const { table, runs } = recorder;
  const host: LangchainHost = { options, task: surroundings.task };

  /** A failure of ours is told to the loop and to nobody else. */
  async function safely<T>(event: string, work: () => Promise<T> | T): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      options.loop.report(error, event);
      return undefined;
    }
  }

  return {
    loop: options.loop,

    /** How many runs, model calls, tools and lent messages are open: 0 when nothing goes on. */
    get size(): number {
      return recorder.size;
    },

    /** Whether a run of LangChain is recorded here: a handler beside this one then leaves it alone (LG6). */
    knows: (runId: string): boolean => recorder.knows(runId),

    /** Keeps the runs of a task open until `endTask`, whatever LangChain says. */
    openTask: (task: HostTask): void => runs.openTask(task),
    endTask: (task: HostTask, how: Trace["end"], error?: unknown): void => runs.endTask(task, how, error),

    /** Ends every run that waits for nothing, with `endOpen` also the others, and waits until all are stored. */
    flush: async (flushing?: FlushOptions): Promise<void> => {
      await safely("langchain.flush", () => recorder.settle(flushing?.endOpen === true));
      await table.flush(flushing);
    },

    /**
     * Records a request that a node of a graph is about to make, for whoever puts the notes in himself.
     * `parentRunId` is the node's own run; `undefined` when these callbacks were not told of it.
     */
    requestIn: (
      messages: readonly unknown[],
      parentRunId: string | undefined,
      facts: {
        readonly tools?: readonly string[] | undefined;
        readonly tags?: readonly string[] | undefined;
        readonly metadata?: unknown;
      },
    ): Promise<RecordedRequest | undefined> =>
      safely("langchain.request", () =>
        recorder.requestIn(
          eventFacts(host, parentRunId ?? "", parentRunId, facts.tags, facts.metadata),
          messages,
          facts.tools,
        ),
      ),

    handleChatModelStart: (
      _model: unknown,
      messages: readonly (readonly unknown[])[],
      runId: string,
      parentRunId?: string,
      extraParams?: unknown,
      tags?: readonly string[],
      metadata?: unknown,
      _runName?: string,
    ): Promise<void> =>
      safely("langchain.model-start", () =>
        recorder.startModel(
          eventFacts(host, runId, parentRunId, tags, metadata),
          messages[0] ?? [],
          offeredTools(extraParams),
        ),
      ),

    /** A model that takes a text asks for no tools: only its place in the run is noted. */
    handleLLMStart: (
      _model: unknown,
      _prompts: readonly string[],
      runId: string,
      parentRunId?: string,
      _extraParams?: unknown,
      tags?: readonly string[],
      metadata?: unknown,
    ): Promise<void> =>
      safely("langchain.model-start", () =>
        recorder.startRun(eventFacts(host, runId, parentRunId, tags, metadata), "model"),
      ),

    /** A model that answers has read its prompt. */
    handleLLMNewToken: (_token: string, _place: unknown, runId: string): void => recorder.readModel(runId),

    handleLLMEnd: (output: unknown, runId: string): Promise<void> =>
      safely("langchain.model-end", () => recorder.endModel(runId, output)),

    handleLLMError: (error: unknown, runId: string): Promise<void> =>
      safely("langchain.model-error", () => recorder.failModel(runId, error)),

    handleChainStart: (
      _chain: unknown,
      inputs: unknown,
      runId: string,
      parentRunId?: string,
      tags?: readonly string[],
      metadata?: unknown,
      _runType?: string,
      _runName?: string,
    ): Promise<void> =>
      safely("langchain.chain-start", () =>
        recorder.startRun(eventFacts(host, runId, parentRunId, tags, metadata), "chain", inputs),
      ),

    handleChainEnd: (outputs: unknown, runId: string): Promise<void> =>
      safely("langchain.chain-end", () => recorder.endChain(runId, "completed", outputs)),

    handleChainError: (error: unknown, runId: string): Promise<void> =>
      safely("langchain.chain-error", () => recorder.endChain(runId, endByError(error), undefined, error)),

    handleToolStart: (
      tool: unknown,
      input: unknown,
      runId: string,
      parentRunId?: string,
      tags?: readonly string[],
      metadata?: unknown,
      runName?: string,
      toolCallId?: string,
    ): Promise<void> =>
      safely("langchain.tool-start", () =>
        recorder.startTool(eventFacts(host, runId, parentRunId, tags, metadata), {
          id: toolCallId,
          tool: runName ?? readString(tool, ["name"]) ?? "",
          input: readInput(input),
        }),
      ),

    handleToolEnd: (output: unknown, runId: string): Promise<void> =>
      safely("langchain.tool-end", () => recorder.endTool(runId, { output })),

    handleToolError: (error: unknown, runId: string): Promise<void> =>
      safely("langchain.tool-error", () => recorder.endTool(runId, { error: error ?? "the tool failed" })),
  };
}

/** LangChain hands a tool's arguments over as JSON, a text argument as it is. */
function readInput(input: unknown): unknown {
  if (typeof input !== "string") return input;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
