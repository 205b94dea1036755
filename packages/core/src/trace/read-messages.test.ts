import { describe, expect, it } from "vitest";
import type { Step, ToolStep } from "../types/trace.ts";
import { stepsFromEvents } from "./pair-calls.ts";
import { readMessages } from "./read-messages.ts";
import { recogniseFormat } from "./recognise-format.ts";
import { stripOwnEvents } from "./strip-own.ts";

const read = (messages: readonly unknown[], declared?: string): readonly Step[] =>
  stepsFromEvents(stripOwnEvents(readMessages(messages, declared) ?? []));
const tools = (messages: readonly unknown[]): readonly ToolStep[] =>
  read(messages).filter((step) => step.kind === "tool");
const texts = (messages: readonly unknown[]): readonly string[] =>
  read(messages).flatMap((step) => (step.kind === "text" ? [`${step.turn} ${step.role}: ${step.text}`] : []));

const openAiCall = (id: unknown, name: string, args = "{}") => ({
  id,
  type: "function",
  function: { name, arguments: args },
});

/** One run, told in each format: two parallel calls of which one fails, then its repair. */
const sameRun: Readonly<Record<string, readonly unknown[]>> = {
  "openai-chat": [
    { role: "user", content: "ship it" },
    {
      role: "assistant",
      content: null,
      tool_calls: [openAiCall("a", "look", '{"at":1}'), openAiCall("b", "push")],
    },
    { role: "tool", tool_call_id: "b", content: "Error: no upstream" },
    { role: "tool", tool_call_id: "a", content: "seen" },
    { role: "assistant", content: "again", tool_calls: [openAiCall("c", "push", '{"upstream":true}')] },
    { role: "tool", tool_call_id: "c", content: "pushed" },
    { role: "assistant", content: "done" },
  ],
  "openai-responses": [
    { role: "user", content: [{ type: "input_text", text: "ship it" }] },
    { type: "reasoning", summary: [] },
    { type: "function_call", call_id: "a", name: "look", arguments: '{"at":1}' },
    { type: "function_call", call_id: "b", name: "push", arguments: "{}" },
    { type: "function_call_output", call_id: "b", output: "Error: no upstream" },
    { type: "function_call_output", call_id: "a", output: "seen" },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "again" }] },
    { type: "function_call", call_id: "c", name: "push", arguments: '{"upstream":true}' },
    { type: "function_call_output", call_id: "c", output: "pushed" },
    { type: "message", role: "assistant", content: [{ type: "output_text", text: "done" }] },
  ],
  anthropic: [
    { role: "user", content: "ship it" },
    {
      role: "assistant",
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "tool_use", id: "a", name: "look", input: { at: 1 } },
        { type: "tool_use", id: "b", name: "push", input: {} },
      ],
    },
    {
      role: "user",
      content: [
        {
          type: "tool_result",
          tool_use_id: "b",
          is_error: true,
          content: [{ type: "text", text: "Error: no upstream" }],
        },
        { type: "tool_result", tool_use_id: "a", content: "seen" },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "text", text: "again" },
        { type: "tool_use", id: "c", name: "push", input: { upstream: true } },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "pushed" }] },
    { role: "assistant", content: [{ type: "text", text: "done" }] },
  ],
  "ai-sdk": [
    { role: "user", content: [{ type: "text", text: "ship it" }] },
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "a", toolName: "look", input: { at: 1 } },
        { type: "tool-call", toolCallId: "b", toolName: "push", input: {} },
      ],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "b",
          toolName: "push",
          output: { type: "error-text", value: "Error: no upstream" },
        },
        { type: "tool-result", toolCallId: "a", toolName: "look", output: { type: "text", value: "seen" } },
      ],
    },
    {
      role: "assistant",
      content: [
        { type: "text", text: "again" },
        { type: "tool-call", toolCallId: "c", toolName: "push", input: { upstream: true } },
      ],
    },
    {
      role: "tool",
      content: [
        { type: "tool-result", toolCallId: "c", toolName: "push", output: { type: "text", value: "pushed" } },
      ],
    },
    { role: "assistant", content: [{ type: "text", text: "done" }] },
  ],
  langchain: [
    { type: "human", content: "ship it" },
    {
      type: "ai",
      content: "",
      tool_calls: [
        { id: "a", name: "look", args: { at: 1 } },
        { id: "b", name: "push", args: {} },
      ],
    },
    { type: "tool", tool_call_id: "b", content: "Error: no upstream", status: "error" },
    { type: "tool", tool_call_id: "a", content: "seen" },
    { type: "ai", content: "again", tool_calls: [{ id: "c", name: "push", args: { upstream: true } }] },
    { type: "tool", tool_call_id: "c", content: "pushed" },
    { type: "ai", content: "done" },
  ],
  "swe-agent": [
    { role: "system", content: "", message_type: "system_prompt" },
    { role: "user", content: "ship it", message_type: "observation" },
    {
      role: "assistant",
      content: "",
      message_type: "action",
      tool_calls: [openAiCall("a", "look", '{"at":1}'), openAiCall("b", "push")],
    },
    {
      role: "tool",
      content: "Error: no upstream\r\n(Open file: n/a)\n(Current directory: /w)\nbash-$",
      tool_call_ids: ["b"],
    },
    {
      role: "tool",
      content: "seen\n(Open file: n/a)\n(Current directory: /w)\nbash-$",
      tool_call_ids: ["a"],
    },
    { role: "assistant", content: "again", tool_calls: [openAiCall("c", "push", '{"upstream":true}')] },
    { role: "tool", content: "pushed", tool_call_ids: ["c"] },
    { role: "assistant", content: "done" },
  ],
};

const live = (type: string, fields: object): object => ({ _getType: () => type, ...fields });

const variants: Readonly<Record<string, readonly unknown[]>> = {
  ...sameRun,
  "langchain instances": (sameRun["langchain"] ?? []).map((message) => {
    const { type, ...fields } = message as { type: string };
    return live(type, fields);
  }),
  "langchain serialised": (sameRun["langchain"] ?? []).map((message) => {
    const { type, ...kwargs } = message as { type: string };
    const name = { human: "HumanMessage", ai: "AIMessageChunk", tool: "ToolMessage" }[type];
    return { lc: 1, type: "constructor", id: ["langchain_core", "messages", name], kwargs };
  }),
  "langchain stored": (sameRun["langchain"] ?? []).map((message) => {
    const { type, ...data } = message as { type: string };
    return { type, data };
  }),
  "ai-sdk UI messages": [
    { role: "user", parts: [{ type: "text", text: "ship it" }] },
    {
      role: "assistant",
      parts: [
        { type: "step-start" },
        { type: "tool-look", toolCallId: "a", state: "output-available", input: { at: 1 }, output: "seen" },
        {
          type: "dynamic-tool",
          toolName: "push",
          toolCallId: "b",
          state: "output-error",
          input: {},
          errorText: "Error: no upstream",
        },
        { type: "step-start" },
        { type: "text", text: "again" },
        {
          type: "tool-push",
          toolCallId: "c",
          state: "output-available",
          input: { upstream: true },
          output: "pushed",
        },
        { type: "step-start" },
        { type: "text", text: "done" },
      ],
    },
  ],
};

describe("readMessages", () => {
  it.each(Object.entries(sameRun))("recognises %s by its shape alone", (format, messages) => {
    expect(recogniseFormat(messages)).toBe(format);
    expect(recogniseFormat(messages, "openai")).toBe(format);
    expect(recogniseFormat(messages, "anthropic")).toBe(format);
  });

  it.each(Object.entries(variants))("reads the same run from %s", (_format, messages) => {
    const steps = tools(messages);
    expect(steps.map((step) => [step.tool, step.callId, step.outcome, step.output ?? step.error])).toEqual([
      ["look", "a", "ok", "seen"],
      ["push", "b", "tool-error", "Error: no upstream"],
      ["push", "c", "ok", "pushed"],
    ]);
    expect(steps.map(({ input }) => input)).toEqual([{ at: 1 }, {}, { upstream: true }]);
    const [first, second, third] = steps.map(({ turn }) => turn);
    expect(first).toBe(second);
    expect(third).toBeGreaterThan(second ?? 0);
    expect(texts(messages).map((text) => text.replace(/^\d+ /, ""))).toEqual([
      "user: ship it",
      "assistant: again",
      "assistant: done",
    ]);
    const turns = read(messages).map(({ turn }) => turn);
    expect(turns).toEqual([...turns].sort((a, b) => a - b));
  });

  it("sees the format although the last message alone shows it", () => {
    const plain = Array.from({ length: 5 }, () => ({ role: "user", content: "hello" }));
    expect(
      recogniseFormat([...plain, { role: "assistant", content: [{ type: "tool_use", id: "a", name: "x" }] }]),
    ).toBe("anthropic");
  });

  it("keeps the calls of an OpenAI run that nobody answered", () => {
    const messages = [
      { role: "user", content: "x" },
      { role: "assistant", tool_calls: [openAiCall("a", "look")] },
    ];
    expect(tools(messages)).toMatchObject([{ tool: "look", outcome: "missing" }]);
  });

  it("reads words in any declared format, and nothing that is no message", () => {
    expect(texts([{ role: "user", content: [{ type: "text", text: "hi" }] }])).toEqual(["0 user: hi"]);
    expect(readMessages([{ foo: 1 }, { bar: 2 }])).toBe(undefined);
  });
});
