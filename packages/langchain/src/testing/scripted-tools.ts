import { ToolMessage } from "@langchain/core/messages";
import type { StructuredToolInterface } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import { type ScriptedTool, ToolFailure } from "@skillloop/core/testing/adapter-contract";
import { tool } from "langchain";
import { z } from "zod";

/** A scripted tool as LangChain's own. */
export function langchainTool({ name, description, fields, run }: ScriptedTool): StructuredToolInterface {
  const schema = z.object(
    Object.fromEntries(
      Object.entries(fields).map(([field, type]) => [field, type === "string" ? z.string() : z.number()]),
    ),
  );
  return tool(
    async (input, runtime) => {
      const callId = callIdOf(runtime);
      const output = await run(input, { callId, interrupt: async (question) => interrupt(question) });
      if (!(output instanceof ToolFailure)) return output;
      return new ToolMessage({ content: output.message, status: "error", tool_call_id: callId, name });
    },
    { name, description, schema },
  );
}

/** The id of the call that a tool was started for. */
export function callIdOf(runtime: unknown): string {
  const call = (runtime as { readonly toolCall?: { readonly id?: unknown } }).toolCall;
  return typeof call?.id === "string" ? call.id : "";
}
