import type { Agent, AgentConfig, AgentEditorConfig, ToolsInput } from "@mastra/core/agent";
import { readField, SkillLoopError } from "@skillloop/core/adapter";
import { appendProcessor } from "./append-processor.ts";
import { chainToolHooks } from "./chain-tool-hooks.ts";
import type { SkillLoopOptions } from "./skill-loop-options.ts";
import { type SkillLoopParts, skillLoopParts } from "./skill-loop-parts.ts";

/** What `new Agent` takes for the request context when nothing says more; Mastra's versions differ in it. */
type AgentContext =
  Agent extends Agent<infer _Id, infer _Tools, infer _Output, infer Context, infer _Editor>
    ? Context
    : unknown;

/** The parts behind chained hooks: a configuration that has them gets no second ones. */
const chained = new WeakMap<object, SkillLoopParts>();

/**
 * An agent's configuration with SkillLoop merged into what it has: processors appended, also to lists that
 * are functions of the request, and tool hooks chained. The configuration given is not changed, and one that
 * has SkillLoop already stays with what it has. Takes options, or parts where several agents share them.
 *
 * @throws {SkillLoopError} `INVALID_OPTIONS` for an agent in the place of its configuration, or without a loop
 *
 * @example
 * const agent = new Agent(withSkillLoop({ id: "ops", name: "Ops", instructions, model, tools }, { loop }));
 */
export function withSkillLoop<
  const AgentId extends string = string,
  Tools extends ToolsInput = ToolsInput,
  Output = undefined,
  Context = AgentContext,
  Editor extends AgentEditorConfig | undefined = AgentEditorConfig | undefined,
>(
  config: AgentConfig<AgentId, Tools, Output, Context, Editor>,
  options: SkillLoopOptions | SkillLoopParts,
): AgentConfig<AgentId, Tools, Output, Context, Editor> {
  if (typeof readField(config, "generate") === "function") {
    throw new SkillLoopError({
      code: "INVALID_OPTIONS",
      message: "withSkillLoop was given an agent.",
      remedy: "Give it the agent's configuration: new Agent(withSkillLoop(configuration, { loop })).",
    });
  }
  const present = config.hooks === undefined ? undefined : chained.get(config.hooks);
  const parts = present ?? (isParts(options) ? options : skillLoopParts(options));
  const hooks =
    present === undefined && config.hooks !== parts.hooks
      ? chainToolHooks(config.hooks, parts.hooks)
      : config.hooks;
  if (hooks !== undefined) chained.set(hooks, parts);
  const { id, name, processLLMRequest, processOutputResult } = parts.processor;
  return {
    ...config,
    // Half of it for each list: Mastra makes a workflow of a list in which one sees results, and runs it each time.
    inputProcessors: appendProcessor(config.inputProcessors, { id, name, processLLMRequest }),
    outputProcessors: appendProcessor(config.outputProcessors, { id, name, processOutputResult }),
    hooks,
  } as typeof config;
}

const isParts = (given: SkillLoopOptions | SkillLoopParts): given is SkillLoopParts =>
  readField(given, "processor") !== undefined;
