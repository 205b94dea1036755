import { Agent, type AgentConfig } from "@mastra/core/agent";
import { MockMemory } from "@mastra/core/memory";
import type { Processor } from "@mastra/core/processors";
import type { RequestContext } from "@mastra/core/request-context";
import type { ToolHooks } from "@mastra/core/tools";
import type { Loop } from "@skillloop/core";
import { describe, expectTypeOf, it } from "vitest";
import type { MastraCall } from "./mastra-call.ts";
import type { SkillLoopOptions } from "./skill-loop-options.ts";
import type { SkillLoopParts } from "./skill-loop-parts.ts";
import { bash } from "./testing/stage.ts";
import { withSkillLoop } from "./with-skill-loop.ts";

declare const loop: Loop;
declare const parts: SkillLoopParts;

const instructions = "You are a careful assistant.";
const model = "openai/gpt-5";

/** Compiled and never run: the configurations would ask a provider. */
function agents() {
  const plain = new Agent({ id: "ops", name: "Ops", instructions, model, tools: { bash } });
  const wrapped = new Agent(
    withSkillLoop({ id: "ops", name: "Ops", instructions, model, tools: { bash } }, { loop }),
  );
  const dynamic = new Agent(
    withSkillLoop(
      {
        id: "ops",
        name: "Ops",
        instructions: ({ requestContext }) => `For ${String(requestContext.get("user"))}`,
        model: ({ requestContext }) => (requestContext.get("fast") === true ? "openai/gpt-5-mini" : model),
        tools: async () => ({ bash }),
        memory: new MockMemory(),
        inputProcessors: ({ requestContext }) => (requestContext.has("guard") ? [parts.processor] : []),
        outputProcessors: [parts.processor],
        hooks: { beforeToolCall: ({ toolName }) => void toolName.length },
      },
      { loop, scope: ({ requestContext }) => ({ user: String(requestContext?.get("user")) }) },
    ),
  );
  const shared = new Agent(withSkillLoop({ id: "ops", name: "Ops", instructions, model }, parts));
  // What Agent refuses is refused with SkillLoop as well.
  // @ts-expect-error A configuration needs a model.
  new Agent(withSkillLoop({ id: "ops", name: "Ops", instructions }, { loop }));
  // @ts-expect-error A tool is no number.
  new Agent(withSkillLoop({ id: "ops", name: "Ops", instructions, model, tools: { bash: 1 } }, { loop }));
  // @ts-expect-error There is no such field.
  new Agent(withSkillLoop({ id: "ops", name: "Ops", instructions, model, tool: { bash } }, { loop }));
  // @ts-expect-error Without a loop there is nothing to learn with.
  new Agent(withSkillLoop({ id: "ops", name: "Ops", instructions, model }, {}));
  return { plain, wrapped, dynamic, shared };
}

type Agents = ReturnType<typeof agents>;

describe("the types of withSkillLoop", () => {
  it("give an agent of the type that it has without", () => {
    expectTypeOf<Agents["wrapped"]>().toEqualTypeOf<Agents["plain"]>();
    expectTypeOf<Agents["dynamic"]["id"]>().toEqualTypeOf<"ops">();
    expectTypeOf<Agents["shared"]["id"]>().toEqualTypeOf<"ops">();
  });

  it("give back a configuration of the type that was given", () => {
    type Config = AgentConfig<"ops", { bash: typeof bash }, undefined, { user: string }>;
    const wrap = (config: Config, options: SkillLoopOptions) => withSkillLoop(config, options);
    expectTypeOf<ReturnType<typeof wrap>>().toEqualTypeOf<Config>();
  });

  it("have parts that Mastra takes in its own places", () => {
    expectTypeOf<SkillLoopParts["processor"]>().toExtend<Processor>();
    expectTypeOf<SkillLoopParts["hooks"]>().toExtend<ToolHooks>();
    type Input = Exclude<NonNullable<AgentConfig["inputProcessors"]>, (...given: never[]) => unknown>[number];
    type Output = Exclude<
      NonNullable<AgentConfig["outputProcessors"]>,
      (...given: never[]) => unknown
    >[number];
    expectTypeOf<SkillLoopParts["processor"]>().toExtend<Input>();
    expectTypeOf<SkillLoopParts["processor"]>().toExtend<Output>();
  });

  it("tell a scope function what is known of the request", () => {
    const scope: SkillLoopOptions["scope"] = (call) => {
      expectTypeOf(call).toEqualTypeOf<MastraCall>();
      return {};
    };
    expectTypeOf(scope).toExtend<SkillLoopOptions["scope"]>();
    expectTypeOf<MastraCall["requestContext"]>().toEqualTypeOf<RequestContext | undefined>();
  });
});
