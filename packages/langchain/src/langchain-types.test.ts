import { createAgent } from "langchain";
import { describe, expectTypeOf, it } from "vitest";
import {
  type AdapterOptions,
  fromLangChainModel,
  type LangchainCall,
  SkillLoopCallbackHandler,
  skillLoopMiddleware,
  withProjectNotes,
} from "./index.ts";
import { memory } from "./testing/memory.ts";
import { asked, crane, scriptedModel } from "./testing/scripted-agent.ts";

describe("the types", () => {
  it("fit where LangChain takes callbacks, middleware, runnables and models", async () => {
    const { loop } = await memory();
    const { model } = scriptedModel({ text: "Done." }, { text: "Done." }, { text: '{"ok":true}' });
    const options = {
      loop,
      scope: ({ metadata }) => ({ user: String(metadata["user"] ?? "nobody") }),
      taskId: ({ threadId }) => threadId,
      verify: async ({ answer }) => ({ check: "says done", passed: answer === "Done." }),
    } satisfies AdapterOptions<LangchainCall>;
    const handler = new SkillLoopCallbackHandler(options);
    const agent = createAgent({ model, tools: [crane()], middleware: [skillLoopMiddleware(options)] });
    const { messages } = await agent.invoke(asked(), { callbacks: [handler] });
    expectTypeOf(messages).toBeArray();
    const chain = withProjectNotes({ loop }).pipe(model);
    expectTypeOf((await chain.invoke("Lift it")).text).toBeString();
    expectTypeOf(fromLangChainModel(model).id).toBeString();
    expectTypeOf(handler.runTask("id", async () => 3)).resolves.toBeNumber();
    await handler.flush();
  });
});
