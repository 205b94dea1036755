import { afterEach } from "vitest";
import type { AdapterOptions } from "../../../adapter/adapter-options.ts";
import type { AgentRun } from "../../../adapter/agent-run.ts";
import { promptTranscript } from "../../../adapter/provider-prompt.ts";
import { RunTable } from "../../../adapter/run-table.ts";
import type { SkillLoopError } from "../../../errors.ts";
import { memoryStore } from "../../../io/memory/memory-store.ts";
import type { Store } from "../../../ports/store.ts";
import { SkillLoop } from "../../../skill-loop.ts";
import type { LoopOptions } from "../../../types/loop.ts";
import type { ToolStep, Trace } from "../../../types/trace.ts";

/** What the tests call a request: who asks, and a task id where they have one. */
export interface TestCall {
  readonly user?: string;
  readonly taskId?: string;
}

export interface RunWorld {
  readonly loop: SkillLoop;
  readonly store: Store;
  readonly errors: readonly SkillLoopError[];
  table(options?: Partial<AdapterOptions<TestCall>>): RunTable<TestCall>;
  /** Every stored trace of the loop's scope and the narrower ones, oldest first. */
  traces(): Promise<readonly Trace[]>;
}

const opened: SkillLoop[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((loop) => loop.close()));
});

/** A real loop on an empty store, closed after the test. */
export async function runWorld(options: LoopOptions = {}): Promise<RunWorld> {
  const errors: SkillLoopError[] = [];
  const store = options.store ?? memoryStore();
  const loop = await SkillLoop.open({
    scope: { project: "p" },
    worker: "manual",
    onError: (error) => void errors.push(error),
    ...options,
    store,
  });
  opened.push(loop);
  return {
    loop,
    store,
    errors,
    table: (more) => new RunTable<TestCall>({ loop, ...more }),
    traces: async () => {
      await loop.flush();
      const filter = { scope: loop.scope, reach: "within" } as const;
      const stored = await store.listTraces(filter, { limit: 2_000 });
      const ids = stored.map(({ id }) => id).reverse();
      return store.getTraces(filter, ids);
    },
  };
}

export const toolSteps = (trace: Trace | undefined): readonly ToolStep[] =>
  (trace?.steps ?? []).filter((step): step is ToolStep => step.kind === "tool");

// A provider's prompt, as the AI SDK and Mastra send it.
export const user = (text: string) => ({ role: "user", content: [{ type: "text", text }] });

export const system = (content: string) => ({ role: "system", content });

export const says = (text: string) => ({ role: "assistant", content: [{ type: "text", text }] });

export const asks = (
  ...calls: readonly (readonly [id: string | undefined, tool: string, input?: unknown])[]
) => ({
  role: "assistant",
  content: calls.map(([toolCallId, toolName, input = {}]) => ({
    type: "tool-call",
    toolCallId,
    toolName,
    input,
  })),
});

export const gives = (
  ...results: readonly (readonly [id: string | undefined, tool: string, output: object | string])[]
) => ({
  role: "tool",
  content: results.map(([toolCallId, toolName, output]) => ({
    type: "tool-result",
    toolCallId,
    toolName,
    output: typeof output === "string" ? { type: "text", value: output } : output,
  })),
});

export const failure = (value: string) => ({ type: "error-text", value });

/** The run of a request, told what its messages show, as an adapter does on each request. */
export function arrive(
  table: RunTable<TestCall>,
  prompt: readonly unknown[],
  more: { readonly call?: TestCall; readonly key?: string } = {},
): AgentRun {
  const transcript = promptTranscript(prompt);
  const run = table.runOf({ call: more.call ?? {}, transcript, key: more.key });
  if (run === undefined) throw new Error("The request belongs to no run.");
  run.observe(transcript);
  return run;
}
