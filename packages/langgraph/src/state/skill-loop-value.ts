import * as langgraph from "@langchain/langgraph";
import {
  emptyNotes,
  mergeSkillLoopNotes,
  type SkillLoopNotes,
  type SkillLoopUpdate,
} from "./skill-loop-notes.ts";

/**
 * The channel for a `StateSchema` (LangGraph 1.1 and later).
 *
 * @example
 * new StateSchema({ messages: MessagesValue, skillloop: skillLoopValue() });
 */
export function skillLoopValue(): langgraph.ReducedValue<SkillLoopNotes, SkillLoopUpdate> {
  // Named imports of what LangGraph 1.0 lacks would keep the whole package from loading there.
  return new langgraph.ReducedValue(dataSchema<SkillLoopNotes>(emptyNotes), {
    inputSchema: dataSchema<SkillLoopUpdate>(),
    reducer: mergeSkillLoopNotes,
  });
}

type DataSchema<Value> = langgraph.ReducedValue<Value>["valueSchema"];

const jsonSchema = {
  type: "object",
  properties: {
    runId: { type: "string" },
    task: { type: "string" },
    block: { type: "string" },
    hints: { type: "object", additionalProperties: { type: "string" } },
    scope: { type: "string" },
    graph: { type: "string" },
    agents: { type: "object" },
    learned: { type: "number" },
    ended: { type: "boolean" },
  },
  required: ["runId"],
};

/** A standard schema by hand: the notes are written by our nodes only, and zod is not ours to load. */
function dataSchema<Value>(initial?: () => Value): DataSchema<Value> {
  return {
    "~standard": {
      version: 1,
      vendor: "skillloop",
      validate: (value: unknown) => {
        if (value === undefined && initial !== undefined) return { value: initial() };
        if (typeof value === "object" && value !== null && "runId" in value) return { value: value as Value };
        return { issues: [{ message: "Expected the notes that SkillLoop's nodes write." }] };
      },
      jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
    },
  };
}
