import { type StructuredToolInterface, tool } from "@langchain/core/tools";
import { z } from "zod";
import { runTool, TOOL } from "./script.ts";

/** The scripted tool as LangChain and LangGraph take it. */
export function langchainTool(): StructuredToolInterface {
  return tool(async (input: { command: string }) => runTool(input), {
    name: TOOL.name,
    description: TOOL.description,
    schema: z.object({ command: z.string() }),
  });
}
