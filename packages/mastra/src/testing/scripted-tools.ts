import type { ToolsInput } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { readField } from "@skillloop/core/adapter";
import { type ScriptedTool, ToolFailure } from "@skillloop/core/testing/adapter-contract";
import { z } from "zod";

/** Ends a tool that waits for a person: Mastra suspends the run once the tool has returned. */
class Suspended {}

/** The scripted tools as tools of Mastra. */
export function mastraTools(tools: readonly ScriptedTool[]): ToolsInput {
  return Object.fromEntries(tools.map((tool) => [tool.name, mastraTool(tool)]));
}

// Without schemas for suspending: a tool that has them makes Mastra run all calls of a step one by one.
function mastraTool({ name, description, fields, run }: ScriptedTool) {
  return createTool({
    id: name,
    description,
    inputSchema: z.object(
      Object.fromEntries(
        Object.entries(fields).map(([field, type]) => [field, type === "number" ? z.number() : z.string()]),
      ),
    ),
    async execute(input, { agent }) {
      const interrupt = async (question: string): Promise<unknown> => {
        if (agent?.resumeData !== undefined) return readField(agent.resumeData, "answer");
        await agent?.suspend({ question });
        throw new Suspended();
      };
      try {
        const result = await run(input, { callId: agent?.toolCallId ?? "", interrupt });
        // Mastra has no result of its own that says "failed"; tools of an MCP server give this one.
        if (!(result instanceof ToolFailure)) return result;
        return { isError: true, content: [{ type: "text", text: result.message }] };
      } catch (error) {
        if (error instanceof Suspended) return undefined;
        throw error;
      }
    },
  });
}
