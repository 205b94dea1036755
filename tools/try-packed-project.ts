import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

/** Peers by name, as a user would ask the registry for them. */
const frameworks: Readonly<Record<string, string>> = {
  "@langchain/core": "^1.0.0",
  "@langchain/langgraph": "^1.0.0",
  "@mastra/core": "^1.50.0",
  ai: "^6.0.0",
  "ai-v5": "npm:ai@^5.0.0",
  "ai-v7": "npm:ai@^7.0.0",
  langchain: "^1.1.0",
  zod: "^4.0.0",
};

/** One file for each adapter: the one line as its README has it, in the framework's own types. */
const oneLiners: Readonly<Record<string, string>> = {
  "ai-sdk.ts": `
import type { Loop } from "@skillloop/core";
import { skillLoopMiddleware } from "@skillloop/ai-sdk";
import { wrapLanguageModel, type LanguageModel } from "ai";
import { wrapLanguageModel as wrap5 } from "ai-v5";
import { wrapLanguageModel as wrap7 } from "ai-v7";

export const wrapped = (model: Parameters<typeof wrapLanguageModel>[0]["model"], loop: Loop): LanguageModel =>
  wrapLanguageModel({ model, middleware: skillLoopMiddleware({ loop }) });
export const wrapped5 = (model: Parameters<typeof wrap5>[0]["model"], loop: Loop) =>
  wrap5({ model, middleware: skillLoopMiddleware({ loop }) });
export const wrapped7 = (model: Parameters<typeof wrap7>[0]["model"], loop: Loop) =>
  wrap7({ model, middleware: skillLoopMiddleware({ loop }) });
`,
  "langchain.ts": `
import type { BaseChatModel } from "@langchain/core/language_models/chat_models";
import type { Loop } from "@skillloop/core";
import { SkillLoopCallbackHandler, skillLoopMiddleware } from "@skillloop/langchain";
import { createAgent } from "langchain";

export const answer = (model: BaseChatModel, loop: Loop) =>
  createAgent({ model, tools: [] }).invoke(
    { messages: [{ role: "user", content: "Deploy it" }] },
    { callbacks: [new SkillLoopCallbackHandler({ loop })] },
  );
export const agent = (model: BaseChatModel, loop: Loop) =>
  createAgent({ model, tools: [], middleware: [skillLoopMiddleware({ loop })] });
`,
  "langgraph.ts": `
import { Annotation, END, MessagesAnnotation, START, StateGraph } from "@langchain/langgraph";
import type { Loop } from "@skillloop/core";
import { learnNode, recallNode, SkillLoopAnnotation, SkillLoopToolNode, withSkillLoop } from "@skillloop/langgraph";

const State = Annotation.Root({ ...MessagesAnnotation.spec, ...SkillLoopAnnotation.spec });

export const graph = (loop: Loop) =>
  new StateGraph(State)
    .addNode("recall", recallNode({ loop }))
    .addNode("tools", new SkillLoopToolNode([], { loop }))
    .addNode("learn", learnNode({ loop }))
    .addEdge(START, "recall")
    .addEdge("recall", "tools")
    .addEdge("tools", "learn")
    .addEdge("learn", END)
    .compile();
export const whole = (loop: Loop) => withSkillLoop(graph(loop), { loop });
`,
  "mastra.ts": `
import { Agent, type AgentConfig } from "@mastra/core/agent";
import type { Loop } from "@skillloop/core";
import { withSkillLoop } from "@skillloop/mastra";

export const agent = (model: AgentConfig["model"], loop: Loop) =>
  new Agent(withSkillLoop({ id: "ops", name: "Ops", instructions: "Be careful.", model }, { loop }));
`,
  "models.ts": `
import type { LanguageModel } from "@skillloop/core";
import { anthropicModel, manualModel, modelByRole, openAiModel } from "@skillloop/models";

export const learner = (directory: string): LanguageModel =>
  modelByRole({
    default: manualModel({ directory }),
    judge: openAiModel({ model: "a-model", baseURL: "http://localhost:11434/v1" }),
    security: anthropicModel({ model: "a-model", keys: ["a-key"] }),
  });
`,
  // This one runs: two turns of a scripted model that fails and repairs, kept by the store that was installed; then a
  // question to a model that is a person.
  "run.ts": `
import { SkillLoop, SkillLoopError } from "@skillloop/core";
import { generateText, stepCountIs, tool } from "ai";
import { z } from "zod";
import { wrapped } from "./ai-sdk.js";
import { learner } from "./models.js";

const home = process.argv[2] ?? "";
const loop = await SkillLoop.open({ home, scope: { project: "try" }, worker: "manual" });
const commands = ["git push", "git push --set-upstream origin topic"];
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const model = wrapped(
  {
    specificationVersion: "v3",
    provider: "scripted",
    modelId: "scripted",
    supportedUrls: {},
    async doGenerate({ prompt }) {
      const command = commands[prompt.filter(({ role }) => role === "assistant").length];
      return {
        content:
          command === undefined
            ? [{ type: "text", text: "Pushed." }]
            : [{ type: "tool-call", toolCallId: command, toolName: "bash", input: JSON.stringify({ command }) }],
        finishReason: { unified: command === undefined ? "stop" : "tool-calls", raw: undefined },
        usage,
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error("not asked for")),
  },
  loop,
);
const bash = tool({
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => {
    if (command === "git push") throw new Error("fatal: The current branch topic has no upstream branch.");
    return "pushed";
  },
});
const { text } = await generateText({
  model,
  tools: { bash },
  prompt: "Push the branch topic to the remote",
  stopWhen: stepCountIs(5),
});
await loop.flush();
const { learned } = await loop.process();
const skills = await loop.skills.list();
await loop.close();
const question = { role: "reflect", system: "Judge the run.", prompt: "A run.", schema: z.object({ said: z.string() }) } as const;
const asked = await learner(home + "/questions")
  .generate({ ...question, subject: { scope: { project: "try" } } })
  .then(({ value }) => value.said, (error: unknown) => (SkillLoopError.isInstance(error) ? error.code : String(error)));
console.log(JSON.stringify({ text, learned, skills: skills.length, asked }));
`,
};

/** What `run.ts` has to print. */
export const expectedOutput = JSON.stringify({
  text: "Pushed.",
  learned: 1,
  skills: 1,
  asked: "MODEL_ANSWER_PENDING",
});

/** Writes an empty project that asks for the tarballs and the frameworks, with the one-liners in it. */
export function writeProject(folder: string, tarballs: readonly string[]): void {
  const packed = tarballs.map((tarball): [string, string] => [packageName(tarball), `file:${tarball}`]);
  const manifest = {
    name: "try-packed",
    private: true,
    type: "module",
    dependencies: { ...Object.fromEntries(packed), ...frameworks, "@types/node": "^20.0.0" },
    overrides: leftOut(folder),
  };
  const options = {
    target: "ES2023",
    module: "NodeNext",
    moduleResolution: "NodeNext",
    strict: true,
    skipLibCheck: true,
    types: ["node"],
  };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest, undefined, 2));
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, include: ["*.ts"] }, undefined, 2),
  );
  for (const [name, text] of Object.entries(oneLiners)) writeFileSync(join(folder, name), text);
}

/** LanceDB offers these two as optional, hundreds of megabytes that nothing here uses: empty packages stand for them. */
function leftOut(folder: string): Readonly<Record<string, string>> {
  const names = ["@huggingface/transformers", "openai"];
  return Object.fromEntries(
    names.map((name) => {
      const empty = join(folder, "empty", name);
      mkdirSync(empty, { recursive: true });
      writeFileSync(join(empty, "package.json"), JSON.stringify({ name, version: "0.0.0" }));
      return [name, `file:${empty}`];
    }),
  );
}

/** `skillloop-ai-sdk-0.0.0.tgz` is `@skillloop/ai-sdk`; the command line alone has no scope. */
function packageName(tarball: string): string {
  const name = basename(tarball).replace(/-\d+\.\d+\.\d+.*$/, "");
  return name.replace(/^skillloop-/, "@skillloop/");
}
