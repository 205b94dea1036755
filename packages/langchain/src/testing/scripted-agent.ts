import { HumanMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import type { ToolStep, Trace } from "@skillloop/core";
import type { ScriptedReply, SeenRequest } from "@skillloop/core/testing/adapter-contract";
import { tool } from "langchain";
import { z } from "zod";
import { craneTask } from "./memory.ts";
import { ScriptedChatModel } from "./scripted-chat-model.ts";

/** A model with a script, and the requests that reached it. */
export function scriptedModel(...replies: readonly ScriptedReply[]): {
  readonly model: ScriptedChatModel;
  readonly requests: readonly SeenRequest[];
} {
  const requests: SeenRequest[] = [];
  const reply = (_request: SeenRequest, index: number): ScriptedReply => replies[index] ?? { text: "Done." };
  return { model: new ScriptedChatModel({ requests, reply }), requests };
}

/** A reply that calls the crane. */
export const lift = (id: string, unit: unknown = "t", name = "crane"): ScriptedReply => ({
  calls: [{ id, tool: name, input: { weight: 12, unit } }],
});

/** The crane: lifts, or does what it is told to do instead. */
export function crane(work: () => unknown = () => "Lifted."): StructuredToolInterface {
  return tool(async () => work(), {
    name: "crane",
    description: "Lifts a container",
    schema: z.object({ weight: z.number(), unit: z.string() }),
  });
}

/** What a user asks, as an agent's input. */
export const asked = (task = craneTask) => ({ messages: [new HumanMessage(task)] });

/** The tool steps of a trace in short: id, outcome, and what it gave or why it failed. */
export function stepsOf(trace: Trace | undefined): readonly string[] {
  const steps = (trace?.steps ?? []).filter((step): step is ToolStep => step.kind === "tool");
  return steps.map(({ callId, outcome, output, error }) => `${callId} ${outcome}: ${error ?? output ?? ""}`);
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
