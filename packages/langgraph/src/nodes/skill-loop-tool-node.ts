import type { ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import { type Command, isGraphInterrupt, type LangGraphRunnableConfig } from "@langchain/langgraph";
import { ToolNode } from "@langchain/langgraph/prebuilt";
import { type AgentRun, assertLoop, type FrameworkResult } from "@skillloop/core/adapter/langchain";
import { isRecorded } from "../graph/is-recorded.ts";
import { graphOf } from "../state/graph-of.ts";
import { readTurn } from "../state/read-turn.ts";
import { withoutNotes } from "../state/skill-loop-notes.ts";
import { newHints } from "./new-hints.ts";
import type { SkillLoopNodeOptions } from "./node-options.ts";
import { isForeign, runOfNode, tableOf, unstored } from "./node-runs.ts";
import { recordTurn } from "./record-turn.ts";
import { thrownText } from "./thrown-text.ts";
import { readToolInput, type ToolInput } from "./tool-input.ts";
import { withUpdate, writtenMessages } from "./tool-output.ts";
import { waitForPerson } from "./waiting-runs.ts";

type ToolNodeArguments = ConstructorParameters<typeof ToolNode>;

/** The state of ToolNode's own default, so that one can stand for the other in any graph. */
type ToolNodeState = ToolNode extends ToolNode<infer State> ? State : never;

export type SkillLoopToolNodeOptions = SkillLoopNodeOptions & NonNullable<ToolNodeArguments[1]>;

/**
 * LangGraph's ToolNode, which also records each call with its own result, and writes what is known about an
 * error into the channel `skillloop`, for `messagesWithNotes` to put behind that result. What tools return
 * and throw goes on as it is: interrupts, commands and errors are those of ToolNode.
 *
 * @example
 * graph.addNode("tools", new SkillLoopToolNode(tools, { loop }));
 */
export class SkillLoopToolNode<State = ToolNodeState> extends ToolNode<State> {
  readonly #options: SkillLoopNodeOptions;
  /** By the config of one execution, which ToolNode hands on to each call. */
  readonly #runs = new WeakMap<object, AgentRun>();

  constructor(tools: ToolNodeArguments[0], options: SkillLoopToolNodeOptions) {
    assertLoop(options);
    const { name, tags, handleToolErrors, ...own } = options;
    super(tools, {
      ...(name !== undefined && { name }),
      ...(tags !== undefined && { tags }),
      ...(handleToolErrors !== undefined && { handleToolErrors }),
    });
    this.#options = own;
  }

  protected override async run(input: unknown, config: LangGraphRunnableConfig): Promise<State> {
    const given = readToolInput(input);
    const run = this.#begin(given, config);
    const output = await super.run(input, config);
    if (run === "foreign")
      return given.notes === undefined ? output : withUpdate(output, withoutNotes(given.notes));
    return run === undefined ? output : this.#withHints(output, run, given, graphOf(config));
  }

  protected override async runTool(
    call: ToolCall,
    config: LangGraphRunnableConfig,
    state: unknown,
  ): Promise<ToolMessage | Command> {
    const run = this.#runs.get(config);
    if (run === undefined) return super.runTool(call, config, state);
    const began = performance.now();
    const record = (result: Pick<FrameworkResult, "output" | "error">): void => {
      const { id, name, args } = call;
      const durationMs = performance.now() - began;
      run.answered({ id, tool: name, input: args, exact: true, durationMs, ...result });
    };
    try {
      const output = await super.runTool(call, config, state);
      const thrown = thrownText(output);
      record(thrown === undefined ? { output } : { error: thrown });
      return output;
    } catch (error) {
      record({ error });
      if (isGraphInterrupt(error)) this.#waitFor(run);
      throw error;
    }
  }

  /** The run to record in; "foreign" when the notes in the state are another user's. */
  #begin({ messages, notes }: ToolInput, config: LangGraphRunnableConfig): AgentRun | "foreign" | undefined {
    const options = this.#options;
    try {
      if (isRecorded(config, options.loop)) return undefined;
      const turn = readTurn(messages, notes, { graph: graphOf(config) });
      const arrival = { options, state: { messages, skillloop: notes }, config, turn };
      if (isForeign(arrival)) return "foreign";
      const run = runOfNode({ ...arrival, tools: this.tools.map(({ name }) => name) });
      if (run === undefined) return undefined;
      recordTurn(run, unstored(options, run, turn));
      this.#runs.set(config, run);
      return run;
    } catch (error) {
      options.loop.report(error, "langgraph.tools");
      return undefined;
    }
  }

  async #withHints(
    output: State,
    run: AgentRun,
    { messages, notes }: ToolInput,
    graph: string,
  ): Promise<State> {
    // A list of messages has no place for notes, and without a recall node nobody has asked for any.
    if (this.#options.inject === false || notes === undefined || notes.task === "") return output;
    try {
      const hints = await newHints(run, notes, messages, writtenMessages(output), graph);
      if (Object.keys(hints).length === 0) return output;
      return withUpdate(output, { runId: notes.runId, scope: run.scopeKey, hints });
    } catch (error) {
      this.#options.loop.report(error, "langgraph.hints");
      return output;
    }
  }

  #waitFor(run: AgentRun): void {
    const options = this.#options;
    waitForPerson(run, () => void tableOf(options).end(run, "aborted"), options.idleTimeoutMs);
  }
}
