import type { Subject } from "./bench-agent.ts";

const aiSdk = async () => (await import("./ai-sdk-subject.ts")).aiSdkSubject;
const langchain = async () => (await import("./langchain-subject.ts")).langchainSubject;
const langgraph = () => import("./langgraph-subjects.ts");

/** Every adapter in every way of using it, by name. Each is loaded alone, so that no framework weighs on another. */
export const subjects: Readonly<Record<string, () => Promise<Subject>>> = {
  "ai-sdk 5": async () => (await aiSdk())("ai-sdk 5", await import("ai-v5"), "v2"),
  "ai-sdk 6": async () => (await aiSdk())("ai-sdk 6", await import("ai"), "v3"),
  "ai-sdk 7": async () => (await aiSdk())("ai-sdk 7", await import("ai-v7"), "v4"),
  "langchain handler": async () =>
    (await langchain())("langchain handler", { handler: true, middleware: false }),
  "langchain middleware": async () =>
    (await langchain())("langchain middleware", { handler: false, middleware: true }),
  "langchain both": async () => (await langchain())("langchain both", { handler: true, middleware: true }),
  "langgraph withSkillLoop": async () => (await langgraph()).wrappedGraph,
  "langgraph nodes": async () => (await langgraph()).graphOfNodes,
  mastra: async () => (await import("./mastra-subject.ts")).mastraSubject,
};
