import { ToolMessage } from "@langchain/core/messages";
import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { interrupt } from "@langchain/langgraph";
import { type ScriptedTool, ToolFailure } from "@skillloop/core/testing/adapter-contract";
import { z } from "zod";

/** A scripted tool in LangGraph's form. */
export function graphTool({ name, description, fields, run }: ScriptedTool): StructuredToolInterface {
  const shape = Object.entries(fields).map(([field, type]) => [
    field,
    type === "number" ? z.number() : z.string(),
  ]);
  return tool(
    async (input, config) => {
      const callId = String(config.toolCall?.id ?? "");
      const output = await run(input, { callId, interrupt: async (question) => interrupt(question) });
      if (!(output instanceof ToolFailure)) return output;
      return new ToolMessage({ name, content: output.message, status: "error", tool_call_id: callId });
    },
    { name, description, schema: z.object(Object.fromEntries(shape)) },
  );
}
